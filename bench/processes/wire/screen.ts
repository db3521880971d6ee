import { connect, type Socket } from "node:net";
import { tokenOf } from "./requests.ts";

/** One person's live connection, as a browser holds it. */
export class Screen {
  readonly person: number;
  onLiveEvent = () => {};
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number, person: number) {
    this.person = person;
    this.#port = port;
  }

  /** Resolves when the server has sent its first line. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
      this.#socket = socket;
      socket.write(
        `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: porchlight_session=${tokenOf(this.person)}\r\n\r\n`,
      );
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("A screen lost its connection.")));
      socket.on("data", (chunk) => {
        if (chunk.includes("retry:")) resolve();
        if (chunk.includes("event: help-requests")) this.onLiveEvent();
      });
    });
  }

  close(): void {
    this.#socket?.destroy();
  }
}
