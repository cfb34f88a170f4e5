FROM python:3.13-slim AS build
RUN pip install --no-cache-dir uv
WORKDIR /src
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy VIRTUAL_ENV=/opt/greenroom
# Dependencies first: they change seldom. Their hashes are checked against the lock.
COPY pyproject.toml requirements.lock ./
RUN uv venv --python /usr/local/bin/python "$VIRTUAL_ENV" \
 && uv pip install --constraints requirements.lock -r pyproject.toml
COPY README.md ./
COPY app ./app
COPY migrations ./migrations
COPY static ./static
COPY templates ./templates
RUN uv build --wheel --build-constraints requirements.lock --out-dir /dist \
 && uv pip install --no-deps /dist/*.whl

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home greenroom \
 && install -d -m 700 -o greenroom -g greenroom /data
COPY --from=build /opt/greenroom /opt/greenroom
ENV PATH=/opt/greenroom/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    GREENROOM_DATA_DIR=/data \
    GREENROOM_LOG_FORMAT=json
USER greenroom
# Only these are written to, so the root file system may be read-only (with a tmpfs on /tmp, where
# the socket of Greenroom's own Postgres lies).
VOLUME ["/data"]
WORKDIR /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["greenroom"]
CMD ["serve"]
