// Sends requests as fast as the server answers, for a while.
import { answer, taskOptions } from "./task.ts";
import { Connection, tokenOf } from "./wire/connection.ts";

export interface Load {
  readonly port: number;
  readonly paths: readonly string[];
  /** People 1 to this number take turns. */
  readonly people: number;
  readonly connections: number;
  /** The run ends at the first of the two limits. */
  readonly seconds: number;
  readonly reads: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly answers: number;
  readonly failures: number;
}

// Sends the headers of a browser, because the server has to parse all of them.
const requestFor = (path: string, person: number) =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Connection: keep-alive",
    "User-Agent: Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36",
    `Authorization: Bearer ${tokenOf(person)}`,
    `Cookie: porchlight_session=${tokenOf(person)}`,
    "Accept: */*",
    "Sec-Fetch-Site: same-origin",
    "Sec-Fetch-Mode: cors",
    "Sec-Fetch-Dest: empty",
    "Accept-Encoding: gzip, deflate, br, zstd",
    "Accept-Language: en-US,en;q=0.9",
    "\r\n",
  ].join("\r\n");

const { port, paths, people, connections, seconds, reads } = taskOptions<Load>();
const requests = Array.from({ length: people }, (_, index) => index + 1).flatMap((person) =>
  paths.map((path) => Buffer.from(requestFor(path, person))),
);

let next = 0;
let answers = 0;
let failures = 0;
const startedAt = performance.now();
const end = startedAt + seconds * 1000;

async function askOn(connection: Connection): Promise<void> {
  while (performance.now() < end && next < reads && failures < 100) {
    const request = requests[next++ % requests.length];
    if (!request) return;
    if ((await connection.ask(request)).status === 200) answers += 1;
    else failures += 1;
  }
  connection.close();
}

await Promise.all(Array.from({ length: connections }, () => askOn(new Connection(port))));
const perSecond = answers / ((performance.now() - startedAt) / 1000);
answer({ perSecond, answers, failures } satisfies LoadResult);
process.exit();
