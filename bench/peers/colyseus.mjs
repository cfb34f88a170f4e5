// Colyseus on loopback, in memory. PORT. The patch leaves right after each move, the fastest it can.
import { createServer } from "node:http";
import { Server, Room } from "@colyseus/core";
import { schema, t, StateView, ArraySchema, Encoder } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { setup, place } from "./game.mjs";

Encoder.BUFFER_SIZE = 64 * 1024;

const Card = schema({ id: t.string(), suit: t.string(), cost: t.int8(), vp: t.int8() }, "Card");
const Goal = schema({ id: t.string(), need: t.string(), count: t.int8(), vp: t.int8() }, "Goal");
const Hex = schema({ q: t.int8(), r: t.int8(), terrain: t.string(), tokens: t.array("int8"), owner: t.int8(), level: t.int8() }, "Hex");
const Building = schema({ id: t.string(), kind: t.string(), at: t.int16(), level: t.int8(), used: t.boolean() }, "Building");
const Goods = schema({ ore: t.int16(), clay: t.int16(), gem: t.int16(), coin: t.int16() }, "Goods");
const Player = schema({
  seat: t.int8(), vp: t.int32(), goods: Goods, buildings: t.array(Building), track: t.array("int8"),
  cards: t.array(Card).view(), goals: t.array(Goal).view(),
}, "Player");
const Offer = schema({ slot: t.int8(), sells: t.string(), price: t.int8(), stock: t.int8() }, "Offer");
const Line = schema({ n: t.int32(), who: t.int8(), text: t.string() }, "Line");
const State = schema({ moves: t.int32(), deck: t.int16(), hexes: t.array(Hex), players: t.array(Player), market: t.array(Offer), ring: t.array(Line) }, "State");

const make = (Kind, values) => Object.assign(new Kind(), values);
const list = (items, Kind) => new ArraySchema(...(Kind ? items.map((item) => make(Kind, item)) : items));

function build() {
  const state = setup();
  return make(State, {
    moves: 0,
    deck: state.deck.length,
    hexes: list(state.hexes.map((hex) => ({ ...hex, tokens: list(hex.tokens) })), Hex),
    players: list(state.players.map((player) => ({
      ...player, goods: make(Goods, player.goods), buildings: list(player.buildings, Building), track: list(player.track),
      cards: list(player.cards, Card), goals: list(player.goals, Goal),
    })), Player),
    market: list(state.market, Offer),
    ring: list(state.ring, Line),
  });
}

class Bench extends Room {
  maxClients = 4;
  patchRate = null;

  onCreate() {
    this.state = build();
    this.seats = [];
    this.onMessage("place", (client, [where, amount]) => {
      if (place(this.state, this.seats.indexOf(client.sessionId), where, amount)) this.broadcastPatch();
    });
  }

  onJoin(client) {
    const seat = this.seats.push(client.sessionId) - 1;
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
  }
}

const server = new Server({ transport: new WebSocketTransport({ server: createServer() }), greet: false });
server.define("bench", Bench);
await server.listen(Number(process.env.PORT), "127.0.0.1");
console.log("READY", process.env.PORT);
