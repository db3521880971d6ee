// Backs up in a thread of its own: deriving the key from the passphrase takes most of a second, in which the server
// would answer nobody.
import { parentPort, workerData } from "node:worker_threads";
import { type BackupRequest, backUp } from "./backup.ts";

const request: BackupRequest = workerData;
const { bytes } = await backUp(request);
parentPort?.postMessage(bytes);
