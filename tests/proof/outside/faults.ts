// Faults of a provider, as bytes on the wire.
import type { Socket } from "node:net";

export const faults = [
  "refused",
  "failing",
  "busy",
  "hanging",
  "cut off",
  "garbage",
  "accepted silently",
] as const;
export type Fault = (typeof faults)[number];

/** Takes the provider's place on a connection. The other two faults need nobody in its place. */
type Impostor = (socket: Socket) => void;
type Spoken = Exclude<Fault, "refused" | "accepted silently">;

export interface Protocol {
  readonly impostors: Readonly<Record<Spoken, Impostor>>;
  /** The provider's last words before it accepts a message, if the protocol has such a step. */
  readonly goAhead?: RegExp;
}

const once =
  (speak: Impostor): Impostor =>
  (socket) =>
    void socket.once("data", () => speak(socket));

const answering = (status: string) =>
  once((socket) => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`));

const noise = "\x00\x07<<< you have reached a coffee machine >>>\r\n\r\n";

const either = {
  hanging: (socket: Socket) => void socket.resume(),
  "cut off": once((socket) => socket.destroy()),
};

export const http: Protocol = {
  impostors: {
    ...either,
    failing: answering("500 Internal Server Error"),
    busy: answering("429 Too Many Requests"),
    garbage: once((socket) => socket.end(noise)),
  },
};

export const smtp: Protocol = {
  impostors: {
    ...either,
    "cut off": (socket) => {
      socket.write("220 mail.example.com\r\n");
      either["cut off"](socket);
    },
    failing: (socket) => socket.end("554 5.3.0 Something is broken here\r\n"),
    busy: (socket) => socket.end("421 4.7.0 Too many connections\r\n"),
    garbage: (socket) => socket.end(noise),
  },
  goAhead: /^354/m,
};
