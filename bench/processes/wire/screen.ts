import { connect, type Socket } from "node:net";
import { tokenOf } from "./requests.ts";

/** The live connection of one person, as a browser holds it. */
export class Screen {
  readonly person: number;
  onNews = () => {};
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number, person: number) {
    this.person = person;
    this.#port = port;
  }

  /** Resolves when the server has greeted it. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
      this.#socket = socket;
      socket.write(
        `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: porchlight_session=${tokenOf(this.person)}\r\n\r\n`,
      );
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("A screen was cut off.")));
      socket.on("data", (chunk) => {
        if (chunk.includes("retry:")) resolve();
        if (chunk.includes("event: help-requests")) this.onNews();
      });
    });
  }

  close(): void {
    this.#socket?.destroy();
  }
}
