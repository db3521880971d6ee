import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";

export interface Answer {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly body: string;
}

const endOfHead = "\r\n\r\n";
const noAnswer: Answer = { status: 0, body: "" };

/** A keep-alive connection that sends one request at a time and parses as little of an answer as possible. */
export class Connection {
  readonly #socket: Socket;
  #received = "";
  #answered: ((answer: Answer) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    // Latin-1 gives one character for each byte, so that lengths agree with Content-Length.
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (chunk) => this.#read(String(chunk)));
    this.#socket.on("error", () => this.#finish(noAnswer));
    this.#socket.on("close", () => this.#finish(noAnswer));
  }

  ask(request: Buffer | string): Promise<Answer> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received += chunk;
    const headEnd = this.#received.indexOf(endOfHead);
    if (headEnd === -1) return;
    const head = this.#received.slice(0, headEnd);
    const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
    const bodyStart = headEnd + endOfHead.length;
    if (this.#received.length < bodyStart + Number(length ?? 0)) return;
    const body = this.#received.slice(bodyStart);
    this.#received = "";
    this.#finish({ status: Number(head.slice(9, 12)), body });
  }

  #finish(answer: Answer): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(answer);
  }
}

// The requests that the people of `families.sql` send. Families count from 0, and the first person of each is
// the grandmother.

const familySize = 7;
export const helpersPerFamily = familySize - 1;

export const grandmotherOf = (family: number): number => family * familySize + 1;

export const familyOf = (person: number): number => Math.floor((person - 1) / familySize);

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
