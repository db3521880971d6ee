import { connect, type Socket } from "node:net";

const endOfHead = "\r\n\r\n";

/** A keep-alive connection that sends one request at a time and reads no more of an answer than it must. */
export class Connection {
  readonly #socket: Socket;
  #received = "";
  #answered: ((status: number) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    // One character for each byte, so that lengths agree.
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (chunk) => this.#read(String(chunk)));
    this.#socket.on("error", () => this.#finish(0));
    this.#socket.on("close", () => this.#finish(0));
  }

  /** The status of the answer, 0 when there was none. */
  ask(request: Buffer | string): Promise<number> {
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
    if (this.#received.length < headEnd + endOfHead.length + Number(length ?? 0)) return;
    this.#received = "";
    this.#finish(Number(head.slice(9, 12)));
  }

  #finish(status: number): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(status);
  }
}
