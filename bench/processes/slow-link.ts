// A slow network between one device and a server: a proxy for TCP that delays everything and passes it at the speed of the
// network. The browser's own emulation would not delay what comes on the live connection.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

interface Speed {
  /** From the device, and to it. */
  readonly upBitsPerSecond: number;
  readonly downBitsPerSecond: number;
  /** One way. */
  readonly delayMs: number;
}

/** Slow 4G, as Lighthouse defines it. */
export const slow4G: Speed = { upBitsPerSecond: 750_000, downBitsPerSecond: 1_638_400, delayMs: 75 };

/** One way of the link. All connections of the device share it. */
class Direction {
  readonly #bitsPerSecond: number;
  readonly #delayMs: number;
  /** When the last byte so far has left. */
  #freeAt = 0;
  #waiting: { readonly at: number; readonly deliver: () => void }[] = [];
  bytes = 0;

  constructor(bitsPerSecond: number, delayMs: number) {
    this.#bitsPerSecond = bitsPerSecond;
    this.#delayMs = delayMs;
  }

  join(from: Socket, to: Socket): void {
    from.on("data", (chunk: Buffer) => this.#pass(chunk.length, () => to.write(chunk)));
    from.on("end", () => this.#pass(0, () => to.end()));
    from.on("error", () => to.destroy());
  }

  #pass(bytes: number, deliver: () => void): void {
    const now = performance.now();
    this.bytes += bytes;
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes * 8_000) / this.#bitsPerSecond;
    this.#waiting.push({ at: this.#freeAt + this.#delayMs, deliver });
    if (this.#waiting.length === 1) this.#wait();
  }

  #wait(): void {
    const [next] = this.#waiting;
    if (next) setTimeout(() => this.#deliver(), Math.max(0, next.at - performance.now()));
  }

  #deliver(): void {
    this.#waiting.shift()?.deliver();
    this.#wait();
  }
}

export interface SlowLink {
  readonly port: number;
  /** For how long the link was busy since the last call, with the bytes that passed one way and the other. */
  busyMs(): number;
  close(): void;
}

export async function openSlowLink(serverPort: number, speed: Speed): Promise<SlowLink> {
  const up = new Direction(speed.upBitsPerSecond, speed.delayMs);
  const down = new Direction(speed.downBitsPerSecond, speed.delayMs);
  const sockets: Socket[] = [];
  const proxy = createServer({ allowHalfOpen: true, noDelay: true }, (device) => {
    const server = connect({ port: serverPort, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    sockets.push(device, server);
    up.join(device, server);
    down.join(server, device);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    port: (proxy.address() as AddressInfo).port,
    busyMs() {
      const busy =
        (up.bytes * 8_000) / speed.upBitsPerSecond + (down.bytes * 8_000) / speed.downBitsPerSecond;
      up.bytes = 0;
      down.bytes = 0;
      return busy;
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
