// The routes on which a provider asks what a person on the phone hears next.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "#server/platform/world.ts";
import type { CallInstruction } from "./call/instructions.ts";
import type { CallEvent, CallProvider } from "./call/provider.ts";
import { callProviderOf } from "./call/providers.ts";

/** A turn of a conversation on the phone. A feature owns it, and the assembly lists it. */
export interface CallTurn {
  /** Begins with "/calls/". It can have a `:token`. */
  readonly path: string;
  /** What follows. Nothing is heard of it when the call is over. */
  answer(world: World, event: CallEvent, token: string): Promise<readonly CallInstruction[]>;
  /** What is said in place of an answer that failed, if it is not the usual apology. The database may be down. */
  apology?(world: World, token: string): readonly CallInstruction[];
}

interface Posted {
  Body: string | undefined;
  Params: { token?: string };
}

const isOver = ({ status }: CallEvent): boolean => status !== "going-on" && status !== "machine";

const usualApology: readonly CallInstruction[] = [
  { do: "say", words: "Sorry, something went wrong. Please open Porchlight, or call your family." },
  { do: "hang-up" },
];

/** A person on the phone hears a sentence about a failure. The report of a call that is over is repeated by some providers. */
async function followTurn(
  world: World,
  provider: CallProvider,
  { path, answer, apology }: CallTurn,
  request: FastifyRequest<Posted>,
): Promise<string> {
  const { url, headers, body, params } = request;
  const event = provider.read({ path: url, headers, body: body ?? "" });
  try {
    return provider.render(await answer(world, event, params.token ?? ""));
  } catch (err) {
    if (isOver(event)) throw err;
    world.log.error({ err, route: path }, "a call could not go on");
    return provider.render(apology?.(world, params.token ?? "") ?? usualApology);
  }
}

/** Serves the turns of calls, if this server has a provider of calls. */
export async function serveCallTurns(
  api: FastifyInstance,
  world: World,
  turns: readonly CallTurn[],
): Promise<void> {
  const provider = callProviderOf(world.config);
  if (!provider) return;
  // A signature covers the bytes of a body.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  for (const turn of turns) {
    api.post<Posted>(
      turn.path,
      { config: { access: "anyone", rateLimit: false } },
      async (request, response: FastifyReply) => {
        const xml = await followTurn(world, provider, turn, request);
        return response.type("text/xml; charset=utf-8").send(xml);
      },
    );
  }
}
