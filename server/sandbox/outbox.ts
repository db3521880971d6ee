// What the sandbox would have sent, as a page to keep beside the app and as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { NotFound } from "#server/errors.ts";
import type { World } from "#server/world.ts";
import { messages, type SandboxMessage } from "./messages.ts";
import { outboxPage } from "./outbox-page.ts";
import { textBack } from "./twilio.ts";

const style = readFileSync(join(import.meta.dirname, "outbox.css"));

const listed = ({ id, channel, recipient, subject, text, sent_at }: SandboxMessage) => ({
  ...{ id, channel, to: recipient, text, at: sent_at.toISOString() },
  ...(subject !== null && { subject }),
});

/** Somebody answers a text with the button beside it. */
async function serveAnswers(app: FastifyInstance, world: World): Promise<void> {
  app.addContentTypeParser("application/x-www-form-urlencoded", (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.post<{ Params: { id: string } }>("/sandbox/texts/:id/answer", async (request, reply) => {
    const kept = await messages(world.database.kysely);
    const text = kept.find(({ id, channel }) => channel === "sms" && String(id) === request.params.id);
    if (!text) throw new NotFound("This text is no longer kept.");
    await textBack(app, world, text.recipient, "1");
    return reply.redirect("/sandbox", 303);
  });
}

export function serveSandbox(app: FastifyInstance, world: World): void {
  const { kysely: db } = world.database;
  app.get("/sandbox", async (_request, reply) => {
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
    return outboxPage(await messages(db));
  });
  app.get("/sandbox/outbox", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return (await messages(db)).map(listed);
  });
  app.get("/sandbox/outbox.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  app.register((answers) => serveAnswers(answers, world));
}
