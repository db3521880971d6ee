// Google sends the popup back to this small page, which closes itself, or says what went wrong, also to the page that opened it.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Forbidden, isRefusal } from "#server/platform/errors.ts";
import { escapeHtml } from "#server/platform/http/pages.ts";
import { proveCaller } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { callbackPath, connect } from "./connections.ts";

interface PageView {
  title: string;
  words: string;
  isDone?: boolean;
}

const page = ({ title, words, isDone = false }: PageView): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} - Porchlight</title>
<link rel="stylesheet" href="/popup.css">
<script src="/${isDone ? "close" : "not-connected"}.js"></script>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(words)}</p>
<p>You can close this window.</p>
</main>
</body>
</html>
`;

const send = (reply: FastifyReply, view: PageView) =>
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    // With the app's policy, the popup would be cut off from the page that opened it and could not close itself.
    .header("cross-origin-opener-policy", "unsafe-none")
    .send(page(view));

const unknown = "Something went wrong on our side. Please try again.";

function sayFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isKnown = isRefusal(error);
  if (!isKnown) request.log.error({ reqId: request.id, err: error }, "a calendar could not be connected");
  const words = isKnown ? error.message : unknown;
  send(reply.status(isKnown ? error.status : 500), { title: "Your calendar is not connected", words });
}

export function serveCalendarCallback(api: FastifyInstance, world: World): void {
  const options = { exposeHeadRoute: false, errorHandler: sayFailure, config: { access: "admin" as const } };
  api.get(callbackPath, options, async (request, reply) => {
    const { member } = await proveCaller(world, request, "admin");
    if (!member) throw new Forbidden();
    await connect(world, member, new URLSearchParams(request.url.split("?")[1]));
    const words = "Porchlight can read your Google Calendar. It can't change it.";
    return send(reply, { title: "Your calendar is connected", words, isDone: true });
  });
}
