import { deleteHello } from "#contract/hellos.ts";
import { movedInTurn, moveMedia } from "#server/platform/media/moves.ts";
import { saidHello } from "#tests/support/hellos.ts";
import type { reyesFamily } from "#tests/support/people.ts";
import { startS3 } from "#tests/support/s3.ts";
import type { TestServer } from "#tests/support/server.ts";

type Family = Awaited<ReturnType<typeof reyesFamily>>;

/** A bucket takes files and gives them back, and one in it is deleted. Some stay there, so that both stores have some. */
export async function movedFiles({ world }: TestServer, { ben }: Family): Promise<void> {
  const s3 = await startS3();
  const moveTo = (store: "bucket" | "database") =>
    moveMedia({ ...world, config: { ...world.config, media: { store, bucket: s3.settings } } }, movedInTurn);
  const { id } = await saidHello(ben.client);
  await moveTo("bucket");
  await ben.client.call(deleteHello, { params: { id } });
  await saidHello(ben.client);
  await moveTo("database");
  await moveTo("bucket");
  s3.stop();
}
