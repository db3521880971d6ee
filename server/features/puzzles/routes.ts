import {
  answerPuzzle,
  changePuzzle,
  changePuzzleSharing,
  createPuzzle,
  deletePuzzle,
  getActivePuzzle,
  getPuzzleSharing,
  listPuzzles,
} from "#contract/puzzles.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { answerTodaysPuzzle, changeSharing } from "./answers.ts";
import * as puzzles from "./puzzles.ts";
import { sharesPuzzle } from "./queries.ts";
import { todaysPuzzle } from "./todays-puzzle.ts";

const ofAdmin = (world: World): Route[] => [
  route(listPuzzles, ({ member }) => puzzles.puzzlesOf(world.database, member, world.clock.now())),
  route(createPuzzle, ({ member, body }) => puzzles.addPuzzle(world, member, body)),
  route(changePuzzle, ({ member, params, body }) =>
    puzzles.switchPuzzle(world.database.kysely, member, params.id, body.isActive),
  ),
  route(deletePuzzle, ({ member, params }) => puzzles.removePuzzle(world.database.kysely, member, params.id)),
];

const ofMember = (world: World): Route[] => [
  route(getActivePuzzle, ({ member }) => todaysPuzzle(world.database, member, world.clock.now())),
  route(answerPuzzle, ({ member, body }) => answerTodaysPuzzle(world, member, body)),
];

const ofPerson = ({ database: { kysely: db } }: World): Route[] => [
  route(getPuzzleSharing, async ({ person }) => ({
    isShared: await sharesPuzzle(db, person.id),
  })),
  route(changePuzzleSharing, ({ person, body }) => changeSharing(db, person, body.isShared)),
];

export const puzzleRoutes = (world: World): Route[] => [
  ...ofAdmin(world),
  ...ofMember(world),
  ...ofPerson(world),
];
