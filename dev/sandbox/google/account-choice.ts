// Serves the provider on our own port, and the page on which people choose a pretend account.
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRefusal } from "#server/platform/errors.ts";
import { handleError } from "#server/platform/http/errors.ts";
import { projectFile } from "#server/platform/project-files.ts";
import type { World } from "#server/platform/world.ts";
import { accountOf, typedAccount } from "./accounts.ts";
import { calendarScope } from "./calendar-api.ts";
import { sandboxClient } from "./google.ts";
import { choosingPage, failedPage } from "./page.ts";
import { fromHere, mount, type Opened, providerFor } from "./provider.ts";

const style = readFileSync(projectFile("dev/sandbox/google/google.css"));

interface Wish {
  scope: string;
  clientId: string;
}

async function wishOf({ provider }: Opened, { raw: request }: FastifyRequest, { raw }: FastifyReply) {
  const { params } = await provider.interactionDetails(request, raw);
  return { scope: String(params.scope), clientId: String(params.client_id) };
}

function chosenIn(form: URLSearchParams): string | undefined {
  const [name, email] = [form.get("name")?.trim(), form.get("email")?.trim()];
  if (name && email) return typedAccount(name, email).subject;
  return accountOf(form.get("account") ?? "")?.subject;
}

/** Signs in with the chosen account and gives consent in one step, or declines. */
async function resultOf({ provider }: Opened, { scope, clientId }: Wish, form: URLSearchParams) {
  const accountId = chosenIn(form);
  if (!accountId) return { error: "access_denied", error_description: "The person chose no account." };
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  return { login: { accountId, remember: false }, consent: { grantId: await grant.save() } };
}

const html = (reply: FastifyReply) =>
  reply.type("text/html; charset=utf-8").header("cache-control", "no-store");

function servePage(app: FastifyInstance, opened: () => Promise<Opened>, issuer: string): void {
  app.setErrorHandler((error: Error, request, reply) => {
    if (isRefusal(error)) handleError(error, request, reply);
    else html(reply).status(400).send(failedPage);
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, text, done) => done(null, new URLSearchParams(String(text))),
  );
  const path = `${mount}/choose/:uid`;
  app.get(path, async (request, reply) => {
    const { scope } = await wishOf(await opened(), request, reply);
    const wantsCalendar = scope.split(" ").includes(calendarScope);
    return html(reply).send(choosingPage({ action: request.url, wantsCalendar }));
  });
  app.post<{ Body: URLSearchParams }>(path, async (request, reply) => {
    const provider = await opened();
    const result = await resultOf(provider, await wishOf(provider, request, reply), request.body);
    const next = await provider.provider.interactionResult(request.raw, reply.raw, result);
    return reply.redirect(fromHere(next, issuer), 303);
  });
}

/** The provider reads the raw request itself. */
function serveProvider(app: FastifyInstance, opened: () => Promise<Opened>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.all(`${mount}/*`, async (request, reply) => {
    const { answer } = await opened();
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    await answer(request.raw, reply.raw);
  });
}

export function serveSandboxGoogle(app: FastifyInstance, { config }: World): void {
  const client = sandboxClient(config);
  const opened = () => providerFor(client);
  app.get("/sandbox/google.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  app.register(async (scope) => {
    // As at Google, the popup stays connected to the page that opened it.
    scope.addHook("onRequest", (_request, reply, done) => {
      reply.header("cross-origin-opener-policy", "unsafe-none");
      done();
    });
    scope.register(async (pages) => servePage(pages, opened, client.issuer));
    scope.register(async (provider) => serveProvider(provider, opened));
  });
}
