// Backs up in a thread of its own: to encrypt and count everything keeps a thread busy, and the server has to answer.
import { parentPort, workerData } from "node:worker_threads";
import { type BackupRequest, backUp } from "./backup.ts";

const request: BackupRequest = workerData;
const { bytes } = await backUp(request);
parentPort?.postMessage(bytes);
