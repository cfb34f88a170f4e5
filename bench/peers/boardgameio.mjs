// boardgame.io on loopback. PORT; PGHOST (a socket's folder) stores games in Postgres, else in memory.
import { createRequire } from "node:module";
import { setup, place, view } from "./game.mjs";

const require = createRequire(import.meta.url);
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const game = {
  name: "bench",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: {
      move: ({ G, playerID }, where, amount) => (place(G, Number(playerID), where, amount) ? undefined : INVALID_MOVE),
      client: false,
    },
  },
  playerView: ({ G, playerID }) => view(G, Number(playerID ?? -1)),
};

const options = { games: [game], origins: [Origins.LOCALHOST] };
if (process.env.PGHOST) {
  const { PostgresStore } = require("bgio-postgres");
  options.db = new PostgresStore({ host: process.env.PGHOST, database: "greenroom", username: "greenroom", logging: false });
}
const server = Server(options);
// run() listens on every interface
const listen = server.app.listen;
server.app.listen = (port, done) => listen.call(server.app, port, "127.0.0.1", done);
server.run({ port: Number(process.env.PORT), callback: () => console.log("READY", process.env.PORT) });
