import { getActivePuzzle } from "#contract/puzzles.ts";
import { type Route, route } from "../http/route.ts";
import type { World } from "../world.ts";
import { puzzleOfTheDay } from "./puzzles.ts";

export const puzzleRoutes = ({ database, clock }: World): Route[] => [
  route(getActivePuzzle, ({ member }) => puzzleOfTheDay(database, member, clock.now())),
];
