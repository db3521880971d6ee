// Answers that people text back. The phone number says who they are.
import { Conflict } from "#server/errors.ts";
import { proveContactMethod } from "#server/messages/contact-methods.ts";
import { smsChannel } from "#server/messages/sms/channel.ts";
import type { World } from "#server/world.ts";
import { helpMessage } from "../requests/delivery/help-kind.ts";
import { acknowledge } from "../requests/progress.ts";
import type { Actor } from "../requests/requests.ts";

const findTexted = {
  name: "find-texted-help-request",
  text: `select d.family_id as "familyId", d.person_id as id, m.role, r.id as "requestId"
    from people p
    join messages d on d.person_id = p.id and d.channel = $2 and d.kind = $3 and d.about = 'ASKED'
      and d.attempts > 0 and d.state <> 'FAILED'
    join help_requests r on r.family_id = d.family_id and r.id = d.subject_id and r.closed_at is null
    join memberships m on m.family_id = d.family_id and m.person_id = p.id and m.role <> 'grandparent'
    where p.phone_number = $1
    order by r.state = 'ACKNOWLEDGED', r.asked_at desc, r.id desc limit 1`,
};

const nothingOpen = "Nobody is waiting for your answer right now. Open Porchlight to see how things stand.";

async function acknowledgeTexted(world: World, from: string): Promise<string> {
  const [texted] = await world.database.read<Actor & { requestId: number }>(findTexted, [
    ...[from, smsChannel.name, helpMessage.name],
  ]);
  if (!texted) return nothingOpen;
  try {
    const { askedBy, phrase } = await acknowledge(world, texted, texted.requestId);
    return `Thank you. ${askedBy.name} can see that you will help: “${phrase}”`;
  } catch (error) {
    if (error instanceof Conflict) return `${error.message} Thank you.`;
    throw error;
  }
}

/** A text that a person sends back shows that ours arrive. */
const proveTexts = ({ database, clock }: World, from: string): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const people = trx.selectFrom("people").select("id as personId").where("phone_number", "=", from);
    const sender = await people.executeTakeFirst();
    if (sender) await proveContactMethod(trx, { ...sender, channel: smsChannel.name }, clock.now());
  });

// Phones append a period and a space to typed words.
const yes = /^\s*1[\s.!]*$/;

/** Returns the reply to a text that somebody sent back. "1" acknowledges the newest request that they were texted about. */
export async function answerByText(world: World, from: string, words: string): Promise<string> {
  await proveTexts(world, from);
  if (yes.test(words)) return acknowledgeTexted(world, from);
  return "This is Porchlight. Reply 1 to say that you will help. For anything else, please open the app or call.";
}
