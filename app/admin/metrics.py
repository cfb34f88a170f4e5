"""Figures for Prometheus. Not public: they tell how busy the house is."""

from __future__ import annotations

import hmac
import ipaddress

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from app.admin.asking import moderator
from app.web.asking import bearer_of, house_of

router = APIRouter()

_PROXIES = ("forwarded", "x-forwarded-for", "x-real-ip")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """This node's figures. Raises `Refused` (404) for strangers."""
    if not (_has_token(request) or _is_near(request)):
        await moderator(request)
    house = house_of(request)
    return Response(house.tally.exposed(), media_type=CONTENT_TYPE_LATEST)


def _has_token(request: Request) -> bool:
    token = house_of(request).settings.metrics_token.get_secret_value()
    return bool(token) and hmac.compare_digest(token.encode(), bearer_of(request).encode())


def _is_near(request: Request) -> bool:
    """A program on this machine, not one that a proxy on this machine speaks for."""
    if request.client is None or any(name in request.headers for name in _PROXIES):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
