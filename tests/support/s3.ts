// An S3 server with one bucket in memory, as https://docs.aws.amazon.com/AmazonS3/latest/API/ describes it: path-style addresses
// and Signature Version 4.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { AwsV4Signer } from "aws4fetch";

const bucketAccess = { accessKeyId: "porchlight", secretAccessKey: "sunflowers" } as const;
const bucket = "porchlight-media";
const region = "us-east-1";

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

/** Computes the signature of what was received anew, with the secret that only both sides know. */
async function isSigned(request: IncomingMessage, url: string): Promise<boolean> {
  const {
    authorization = "",
    "x-amz-date": datetime = "",
    "x-amz-content-sha256": hash = "",
  } = request.headers;
  const signer = new AwsV4Signer({
    ...bucketAccess,
    url,
    region,
    service: "s3",
    method: request.method ?? "GET",
    datetime: String(datetime),
    headers: { "x-amz-content-sha256": String(hash) },
  });
  return (await signer.sign()).headers.get("authorization") === authorization;
}

export async function startS3() {
  const objects = new Map<string, Buffer>();
  /** Answers with this status while it is set, or breaks the connection for 0. */
  const fault: { status?: number | undefined } = {};
  const methods: Record<string, (key: string, body: Buffer) => [status: number, sent?: Buffer | undefined]> =
    {
      PUT(key, body) {
        objects.set(key, body);
        return [200];
      },
      GET: (key) => (objects.has(key) ? [200, objects.get(key)] : [404]),
      DELETE(key) {
        objects.delete(key);
        return [204];
      },
    };
  async function answer(
    request: IncomingMessage,
  ): Promise<readonly [status: number, sent?: Buffer | undefined]> {
    const body = await bodyOf(request);
    if (fault.status !== undefined) return [fault.status];
    const url = `http://${request.headers.host}${request.url}`;
    if (!(await isSigned(request, url))) return [403];
    const [, name, ...key] = new URL(url).pathname.split("/");
    if (name !== bucket) return [404, Buffer.from("<Error><Code>NoSuchBucket</Code></Error>")];
    return methods[request.method ?? ""]?.(key.join("/"), body) ?? [405];
  }
  const server = createServer(async (request, response) => {
    const [status, sent] = await answer(request);
    if (status === 0) request.socket.destroy();
    else response.writeHead(status).end(sent);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    fault,
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      name: bucket,
      region,
      ...bucketAccess,
    },
    stop: () => server.close(),
  };
}
