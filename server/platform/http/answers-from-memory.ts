// Answers reads from this process's memory as long as nothing that they show has changed.
import type { FastifyRequest } from "fastify";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { type KeptAnswer, type KeptAnswers, keptAnswersOf } from "./kept-answers.ts";
import { type Member, presumeSession, tokenOf } from "./session.ts";

/**
 * An answer that changes at `until` at the latest, or when this member or one of these families is notified of a
 * change.
 */
export class LastingAnswer<Content> {
  readonly content: Content;
  readonly member: Member;
  readonly familyIds: readonly number[];
  readonly until: Date;

  constructor(content: Content, given: Pick<LastingAnswer<Content>, "member" | "familyIds" | "until">) {
    this.content = content;
    this.member = given.member;
    this.familyIds = given.familyIds;
    this.until = given.until;
  }
}

interface Search {
  readonly answers: KeptAnswers;
  readonly key: string;
  readonly version: number;
  readonly from: number;
  readonly found: KeptAnswer | undefined;
}

const searches = new WeakMap<FastifyRequest, Search>();

/** Runs before the caller is counted and proven, so that neither needs the database if the answer is in memory. */
export async function searchMemory(world: World, request: FastifyRequest): Promise<void> {
  const token = request.method === "GET" ? tokenOf(request) : undefined;
  if (token === undefined) return;
  const answers = keptAnswersOf(world);
  const { version } = answers;
  const from = world.clock.now().getTime();
  const key = `${request.routeOptions.url} ${fingerprint(token).toString("base64")}`;
  const found = await answers.find(key, from);
  if (found) presumeSession(request, found.session, token);
  searches.set(request, { answers, key, version, from, found });
}

export const foundInMemory = (request: FastifyRequest): Buffer | undefined =>
  searches.get(request)?.found?.body;

export function keepInMemory(
  request: FastifyRequest,
  { member, familyIds, until }: LastingAnswer<unknown>,
  json: string,
): void {
  const search = searches.get(request);
  if (!search) return;
  const { answers, key, version, from } = search;
  // Encoded into its own memory, because Buffer.from() would take small buffers from a shared pool.
  const body = Buffer.from(new TextEncoder().encode(json).buffer);
  answers.keep(key, version, {
    session: member.row,
    body,
    from,
    until: until.getTime(),
    familyId: member.familyId,
    audiences: [
      `session ${member.sessionId}`,
      `person ${member.id}`,
      ...new Set([member.familyId, ...familyIds].map((id) => `family ${id}` as const)),
    ],
  });
}
