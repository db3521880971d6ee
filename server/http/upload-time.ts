// The time that an upload has in addition to that of any request.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** A slow uplink: 1 Mbit/s. */
const bytesPerMs = 125;

interface Upload {
  readonly request: IncomingMessage;
  readonly extraMs: number;
}

const uploads = new WeakMap<Duplex, Upload>();

/** Gives an upload the time that its bytes take on a slow uplink. */
export const allowUploadTime = (request: IncomingMessage, bytes: number): void =>
  void uploads.set(request.socket, { request, extraMs: bytes / bytesPerMs });

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
    const { request, extraMs } = upload;
    const timer = setTimeout(() => {
      if (!request.complete) answer(error, socket);
    }, extraMs);
    request.once("close", () => clearTimeout(timer));
  };
