// Backs up in a separate thread, because encrypting and counting keep a thread busy and the server has to answer.
import { parentPort, workerData } from "node:worker_threads";
import { type BackupRequest, backUp } from "./backup.ts";

/** What the server tells of a backup. */
export interface MadeBackup {
  readonly bytes: number;
  readonly mediaBytes: number;
  readonly repaired: number;
  /** How many files the bucket had lost. */
  readonly lost: number;
}

const request: BackupRequest = workerData;
const { manifest, bytes, mediaBytes, repaired } = await backUp(request);
const made: MadeBackup = { bytes, mediaBytes, repaired, lost: manifest.media.lost.length };
parentPort?.postMessage(made);
