// Answers to a test without a sign-in: the link is the proof.
import type { TestAnswer } from "#contract/reachability.ts";
import { messageToAnswer, refuseOutdated } from "#server/messages/message-links.ts";
import { recordArrival } from "#server/messages/receipts.ts";
import type { World } from "#server/world.ts";
import { testKind } from "./test-kind.ts";

async function findTest(world: World, token: string) {
  const linked = await messageToAnswer(world, testKind.name, token);
  refuseOutdated(world, linked);
  return linked;
}

async function viewOf(
  world: World,
  { message }: Awaited<ReturnType<typeof findTest>>,
  isAnswered: boolean,
): Promise<TestAnswer> {
  const person = world.database.kysely.selectFrom("people").select("username as name");
  const { name } = await person.where("id", "=", message.person_id).executeTakeFirstOrThrow();
  return { name, channel: message.channel, isAnswered };
}

export async function testBehind(world: World, token: string): Promise<TestAnswer> {
  return viewOf(world, await findTest(world, token), false);
}

/** An answer proves that the message has arrived. */
export async function answerTest(world: World, token: string): Promise<TestAnswer> {
  const linked = await findTest(world, token);
  await recordArrival(world, linked);
  return viewOf(world, linked, true);
}
