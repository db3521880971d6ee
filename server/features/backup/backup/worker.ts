// Backs up in a separate thread, because encrypting and counting keep a thread busy and the server has to answer.
import { parentPort, workerData } from "node:worker_threads";
import { type BackupRequest, backUp } from "./backup.ts";

const request: BackupRequest = workerData;
const { bytes } = await backUp(request);
parentPort?.postMessage(bytes);
