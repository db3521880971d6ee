// Answers to a test, by whoever it was sent to and without a sign-in: its link is the proof.
import type { TestAnswer } from "#contract/reachability.ts";
import { type Address, addressBehind } from "#server/messages/addresses.ts";
import { recordArrivalAt } from "#server/messages/receipts.ts";
import type { World } from "#server/world.ts";

async function answerAt(
  world: World,
  { personId, channel }: Address,
  isAnswered: boolean,
): Promise<TestAnswer> {
  const person = world.database.kysely.selectFrom("people").select("username").where("id", "=", personId);
  const { username: name } = await person.executeTakeFirstOrThrow();
  return { name, channel, isAnswered };
}

export async function testBehind(world: World, token: string): Promise<TestAnswer> {
  return answerAt(world, await addressBehind(world, "notice-answer", token), false);
}

/** Whoever answers a message has got it. */
export async function answerTest(world: World, token: string): Promise<TestAnswer> {
  const to = await addressBehind(world, "notice-answer", token);
  await recordArrivalAt(world, to);
  return answerAt(world, to, true);
}
