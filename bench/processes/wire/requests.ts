// The requests that the people of `families.sql` send. Families count from 0, and the first person of each is
// the grandmother.
import { randomUUID } from "node:crypto";

const familySize = 7;
export const helpersPerFamily = familySize - 1;

export const grandmotherOf = (family: number): number => family * familySize + 1;

export const helpersOf = (family: number): number[] =>
  Array.from({ length: helpersPerFamily }, (_, index) => grandmotherOf(family) + 1 + index);

export const tokenOf = (person: number): string => `bench-${person}`;

const headOf = (method: string, path: string, person: number): string[] => [
  `${method} ${path} HTTP/1.1`,
  "Host: 127.0.0.1",
  `Authorization: Bearer ${tokenOf(person)}`,
];

export const read = (path: string, person: number): string =>
  [...headOf("GET", path, person), "", ""].join("\r\n");

export function askForHelp(family: number): string {
  const body = JSON.stringify({ phraseId: 101 });
  return [
    ...headOf("POST", "/api/help-requests", grandmotherOf(family)),
    `Idempotency-Key: ${randomUUID()}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}
