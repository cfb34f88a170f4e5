// The bench game for peers: the same state, secrets and move as bench/game.py.

export const HEXES = 91;
export const LINES = 32;
const TERRAIN = ["granite", "basalt", "marble", "sandstone", "shale", "quartz"];
const GOODS = ["ore", "clay", "gem", "coin"];

const below = (limit) => Math.floor(Math.random() * limit);
const any = (items) => items[below(items.length)];
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));
const told = (seat, place, amount, sells) => `Player ${seat} placed a stone on hex ${place} and took ${amount} ${sells}`;

export function setup() {
  const cards = times(4 * 8 + 48, (n) => ({ id: `c${n}`, suit: any(TERRAIN), cost: 1 + below(6), vp: below(5) }));
  const players = times(4, (seat) => ({
    seat,
    vp: 0,
    goods: { ore: 5, clay: 5, gem: 5, coin: 5 },
    buildings: times(24, (n) => ({ id: `p${seat}b${n}`, kind: any(TERRAIN), at: below(HEXES), level: below(4), used: false })),
    track: times(10, () => below(8)),
    cards: cards.slice(seat * 8, seat * 8 + 8),
    goals: times(3, (n) => ({ id: `g${seat}${n}`, need: any(GOODS), count: 3 + below(5), vp: 2 + below(6) })),
  }));
  return {
    moves: 0,
    hexes: times(HEXES, (n) => ({ q: (n % 11) - 5, r: Math.floor(n / 11) - 4, terrain: any(TERRAIN), tokens: [below(9), below(9)], owner: -1, level: 0 })),
    players,
    market: times(12, (n) => ({ slot: n, sells: GOODS[n % 4], price: 1 + below(6), stock: 3 + below(6) })),
    ring: times(LINES, (n) => ({ n, who: n % 4, text: told(n % 4, n, 1, "ore") })),
    deck: cards.slice(32),
  };
}

// Plays a move in place, on plain objects, drafts and schemas alike; false when it is not legal.
export function place(state, seat, where, amount) {
  const first = (37 * state.moves) % HEXES;
  const field = Math.floor(first / 7);
  const step = (where - first + 7) % 7;
  if (seat !== state.moves % 4 || Math.floor(where / 7) !== field || step > 3 || amount < 1 || amount > 3) return false;
  const hex = state.hexes[where], player = state.players[seat], offer = state.market[where % 12];
  hex.owner = seat;
  hex.level = (hex.level + amount) % 9;
  player.goods.ore = (player.goods.ore + amount) % 50;
  player.goods[offer.sells] = (player.goods[offer.sells] + 1) % 50;
  player.vp += 1;
  offer.price = 1 + ((offer.price + amount) % 6);
  state.moves += 1;
  const line = state.ring[state.moves % LINES];
  line.n = state.moves;
  line.who = seat;
  line.text = told(seat, where, amount, offer.sells);
  return true;
}

// What a seat may see: no deck, and of the others' cards and goals only how many there are.
export function view(state, seat) {
  return {
    ...state,
    deck: state.deck.length,
    players: state.players.map((player, other) => (other === seat ? player : { ...player, cards: player.cards.length, goals: player.goals.length })),
  };
}
