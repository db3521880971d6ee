// The time that an upload has in addition to that of any request.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** A slow uplink: 1 Mbit/s. */
const bytesPerMs = 125;

interface Upload {
  readonly request: IncomingMessage;
  readonly extraMs: number;
  /** Resolves when we begin to read it. */
  readonly begun: Promise<void>;
}

const uploads = new WeakMap<Duplex, Upload>();

/**
 * Gives an upload the time that its bytes take on a slow uplink. Call the returned function when it is read, or will not
 * be: until then it waits for its sender's other files, which is not its fault.
 */
export function allowUploadTime(request: IncomingMessage, bytes: number): () => void {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  uploads.set(request.socket, { request, extraMs: bytes / bytesPerMs, begun });
  return resolve;
}

type AnswerError = (error: NodeJS.ErrnoException, socket: Duplex) => void;

/**
 * Node reports a late request once, and its listener decides whether to close the connection. That of an upload stays
 * open until its additional time is over.
 */
export const afterUploadTime =
  (answer: AnswerError): AnswerError =>
  (error, socket) => {
    const upload = uploads.get(socket);
    if (error.code !== "ERR_HTTP_REQUEST_TIMEOUT" || !upload || upload.request.complete) {
      answer(error, socket);
      return;
    }
    const { request, extraMs, begun } = upload;
    void begun.then(() => {
      if (socket.destroyed) return;
      const timer = setTimeout(() => {
        if (!request.complete) answer(error, socket);
      }, extraMs);
      request.once("close", () => clearTimeout(timer));
    });
  };
