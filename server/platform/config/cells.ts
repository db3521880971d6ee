// Families spread over several installations, the cells, with one entrance that finds them.
import { type Environment, webOrigin, wholeNumber } from "./environment.ts";
import { isLoopback } from "./loopback.ts";
import type { Setting } from "./setting.ts";

export interface Cells {
  /** Signs what the entrance asks the cells, and what families take along. Empty on a server that is neither. */
  readonly secret: string;
  /** The addresses of all cells on their entrance. Any other server is the only one that it knows. */
  readonly origins: readonly string[];
  readonly isEntrance: boolean;
  /** How many families this server was made for. */
  readonly capacity: number;
  /** Ids of new rows begin in the range of this number, so that no two cells give out the same. */
  readonly number: number;
}

const minSecretLength = 32;

/** People's ids are integers, which have room for no more ranges. */
const maxCellNumber = 200;

/** Reads the address of a cell. What cells ask each other holds what people entered, so it may not be read on its way. */
export function cellIn(address: string, name: string): string {
  const origin = webOrigin({ [name]: address }, name, "");
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:" || isLoopback(hostname)) return origin;
  throw new Error(`The address of a cell must begin with https:, not ${origin}.`);
}

const cellsIn = (list: string): string[] => [
  ...new Set(
    list
      .split(",")
      .map((address) => address.trim())
      .filter(Boolean)
      .map((address) => cellIn(address, "CELLS")),
  ),
];

function secretIn(env: Environment, number: number): string {
  const { CELLS_SECRET: secret = "" } = env;
  const [needing] = ["CELLS", "CELL_FAMILIES"].filter((name) => env[name]);
  if (number > 0 && !secret) throw new Error("CELL_NUMBER needs CELLS_SECRET.");
  if (needing && !secret) throw new Error(`${needing} needs CELLS_SECRET.`);
  if (secret && secret.length < minSecretLength)
    throw new Error(`CELLS_SECRET must have at least ${minSecretLength} characters.`);
  return secret;
}

/** Links that one cell signs are valid in the others, so the same ids in two of them would open the rows of strangers. */
function numberIn(env: Environment, hasFamilies: boolean): number {
  if (env.CELLS_SECRET && hasFamilies && !env.CELL_NUMBER)
    throw new Error("CELLS_SECRET needs CELL_NUMBER, a number that no other cell has.");
  const number = wholeNumber(env, "CELL_NUMBER", 0);
  if (number <= maxCellNumber) return number;
  throw new Error(`CELL_NUMBER must be a number from 0 to ${maxCellNumber}, not "${number}".`);
}

export function readCells(env: Environment, publicUrl: string): Cells {
  const capacity = wholeNumber(env, "CELL_FAMILIES", 50_000);
  if (capacity === 0) throw new Error("CELL_FAMILIES must be at least 1.");
  const cells = cellsIn(env.CELLS ?? "");
  const isEntrance = cells.length > 0;
  const origins = isEntrance ? cells : [publicUrl];
  const number = numberIn(env, origins.includes(publicUrl));
  return { secret: secretIn(env, number), origins, isEntrance, capacity, number };
}

export const cellSettings: readonly Setting[] = [
  {
    names: ["CELLS"],
    purpose:
      "Makes this server the [entrance](scaling.md#cells) to these installations: their addresses, separated by commas, such as `https://oak.example.org,https://elm.example.org`. It may be one of them; otherwise nobody makes an account here. It needs `CELLS_SECRET`",
  },
  {
    names: ["CELLS_SECRET"],
    purpose:
      "At least 32 characters, the same on the entrance and on all cells, such as from `openssl rand -hex 32`. A server that has it answers the entrance. It also signs the links in messages, hashes the PINs of phone calls and makes the key of push messages, so that these work on when a family moves. Set it before families come: later, devices get push messages again only after their next visit, and earlier links and PINs end when a family moves",
  },
  {
    names: ["CELL_FAMILIES"],
    preset: "50000",
    purpose:
      "How many families this cell was made for. New families go to the cell with the smallest share of them",
  },
  {
    names: ["CELL_NUMBER"],
    purpose:
      "A number from 0 to 200, another one for each cell, and the same on all of its servers. A cell with `CELLS_SECRET` needs it. Ids of new rows begin in a range of its own, so that a family [keeps them](scaling.md#set-it-up) when it moves.",
  },
];
