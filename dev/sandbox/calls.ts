// Takes the place of a telephone in the sandbox: it rings, and its buttons pick up, press keys and hang up.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { SandboxCall } from "#server/platform/db/column-types.ts";
import type { Row } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import { randomCode } from "#server/platform/secrets.ts";
import type { PhoneCall, World } from "#server/platform/world.ts";
import { askAsTwilio, plain } from "./twilio.ts";

type SandboxMessage = Row<"sandbox_messages">;
type Call = SandboxMessage & { readonly call: SandboxCall };

export const newCall = ({ answerPath, endPath }: PhoneCall): SandboxCall => ({
  id: randomCode(),
  answerPath,
  endPath,
  keysPath: null,
  state: "ringing",
});

/** What can be done with a telephone that rings, by the last part of the address, which is mostly how the call then ends. */
const whileRinging = {
  "pick-up": "Pick up",
  "no-answer": "Let it ring",
  busy: "Be busy",
  "voice-mail": "Let the voice mail answer",
} as const;

const keys = ["1", "2", "3", "4"];

const button = ({ id }: SandboxMessage, action: string, label: string): string =>
  `<form method="post" action="/sandbox/calls/${id}/${action}"><button>${label}</button></form>`;

function buttonsOf(message: SandboxMessage): string[] {
  switch (message.call?.state) {
    case "ringing":
      return Object.entries(whileRinging).map(([action, label]) => button(message, action, label));
    case "answered": {
      const pressed = keys.map((key) => button(message, `keys/${key}`, `Press ${key}`));
      return [...pressed, button(message, "hang-up", "Hang up")];
    }
    default:
      return [];
  }
}

/** The buttons of a call that is not over. */
export function callButtons(message: SandboxMessage): string {
  const buttons = buttonsOf(message);
  return buttons.length === 0 ? "" : `<div class="buttons">${buttons.join("")}</div>`;
}

/** Said in place of the words while nobody has picked up. */
export const silence = ({ call }: SandboxMessage): string =>
  call?.state === "over" ? "Nobody picked up." : "It rings.";

const fieldsOf = ({ recipient, call }: Call, CallStatus: string) => ({
  CallSid: call.id,
  To: recipient,
  From: "+16145550100",
  CallStatus,
});

async function store(
  { database }: World,
  { id, text }: Call,
  heard: string,
  call: SandboxCall,
): Promise<void> {
  await database.kysely
    .updateTable("sandbox_messages")
    .set({ text: [text, heard].filter(Boolean).join("\n"), call: sql`${JSON.stringify(call)}::jsonb` })
    .where("id", "=", id)
    .execute();
}

async function end(
  app: FastifyInstance,
  world: World,
  found: Call,
  status: string,
  heard = "",
): Promise<void> {
  await store(world, found, heard, { ...found.call, keysPath: null, state: "over" });
  await askAsTwilio(app, world, found.call.endPath, fieldsOf(found, status));
}

/** Says what the answer says, and waits for a key where it asks for one. */
async function follow(app: FastifyInstance, world: World, found: Call, xml: string): Promise<void> {
  const [, action, asked] = /<Gather[^>]* action="([^"]*)"[^>]*>(.*?)<\/Gather>/s.exec(xml) ?? [];
  const words = [...(asked ?? xml).matchAll(/<Say[^>]*>(.*?)<\/Say>/gs)].map(([, said = ""]) => plain(said));
  const heard = words.join(" ");
  if (!action) return await end(app, world, found, "completed", heard);
  const { pathname: keysPath } = new URL(plain(action));
  await store(world, found, heard, { ...found.call, keysPath, state: "answered" });
}

async function pressKey(app: FastifyInstance, world: World, found: Call, key: string): Promise<void> {
  const { keysPath } = found.call;
  if (!keysPath) throw new Conflict("This call does not wait for a key.");
  const xml = await askAsTwilio(app, world, keysPath, { ...fieldsOf(found, "in-progress"), Digits: key });
  await follow(app, world, { ...found, text: `${found.text}\n(${key})` }, xml);
}

async function pickUp(app: FastifyInstance, world: World, found: Call, AnsweredBy: string): Promise<void> {
  const fields = { ...fieldsOf(found, "in-progress"), AnsweredBy };
  await follow(app, world, found, await askAsTwilio(app, world, found.call.answerPath, fields));
}

async function act(app: FastifyInstance, world: World, found: Call, action: string): Promise<void> {
  const isRinging = found.call.state === "ringing";
  if (found.call.state === "over" || isRinging !== action in whileRinging)
    throw new Conflict("This call has gone on. Please look at it again.");
  if (action === "pick-up") return await pickUp(app, world, found, "human");
  if (action === "voice-mail") return await pickUp(app, world, found, "machine_start");
  if (action === "hang-up") return await end(app, world, found, "completed");
  await end(app, world, found, action);
}

async function findCall({ database }: World, id: string): Promise<Call> {
  const kept = database.kysely
    .selectFrom("sandbox_messages")
    .selectAll()
    .where("id", "=", Number(id) || 0);
  const message = await kept.executeTakeFirst();
  if (!message?.call) throw new NotFound("This call is no longer kept.");
  return { ...message, call: message.call };
}

/** Serves the buttons of calls. */
export function serveCallButtons(app: FastifyInstance, world: World): void {
  app.post<{ Params: { id: string; action: string } }>(
    "/sandbox/calls/:id/:action",
    async (request, reply) => {
      const { id, action } = request.params;
      await act(app, world, await findCall(world, id), action);
      return reply.redirect("/sandbox", 303);
    },
  );
  app.post<{ Params: { id: string; key: string } }>(
    "/sandbox/calls/:id/keys/:key",
    async (request, reply) => {
      await pressKey(app, world, await findCall(world, request.params.id), request.params.key);
      return reply.redirect("/sandbox", 303);
    },
  );
}
