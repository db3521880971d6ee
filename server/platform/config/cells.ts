// Families spread over several installations, the cells, with one entrance that finds them.
import { type Environment, webOrigin, wholeNumber } from "./environment.ts";
import { isLoopback } from "./loopback.ts";
import type { Setting } from "./setting.ts";

export interface Cells {
  /** Signs what the entrance asks the cells. Empty on a server that is neither. */
  readonly secret: string;
  /** The addresses of all cells on their entrance. Any other server is the only one that it knows. */
  readonly origins: readonly string[];
  readonly isEntrance: boolean;
  /** How many families this server was made for. */
  readonly capacity: number;
}

const minSecretLength = 32;

/** Reads the address of a cell. What cells ask each other holds what people entered, so it may not be read on its way. */
export function cellIn(address: string, name: string): string {
  const origin = webOrigin({ [name]: address }, name, "");
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:" || isLoopback(hostname)) return origin;
  throw new Error(`${name} must begin with https:, not ${origin}.`);
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

function secretIn(env: Environment): string {
  const { CELLS_SECRET: secret = "" } = env;
  const [needing] = ["CELLS", "CELL_FAMILIES"].filter((name) => env[name]);
  if (needing && !secret) throw new Error(`${needing} needs CELLS_SECRET.`);
  if (secret && secret.length < minSecretLength)
    throw new Error(`CELLS_SECRET must have at least ${minSecretLength} characters.`);
  return secret;
}

export function readCells(env: Environment, publicUrl: string): Cells {
  const capacity = wholeNumber(env, "CELL_FAMILIES", 50_000);
  if (capacity === 0) throw new Error("CELL_FAMILIES must be at least 1.");
  const origins = cellsIn(env.CELLS ?? "");
  const isEntrance = origins.length > 0;
  return { secret: secretIn(env), origins: isEntrance ? origins : [publicUrl], isEntrance, capacity };
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
      "At least 32 characters, the same on the entrance and on all cells, such as from `openssl rand -hex 32`. A server that has it answers the entrance",
  },
  {
    names: ["CELL_FAMILIES"],
    preset: "50000",
    purpose:
      "How many families this cell was made for. New families go to the cell with the smallest share of them",
  },
];
