import * as choices from "#contract/operator/choices.ts";
import * as messages from "#contract/operator/failed-messages.ts";
import * as families from "#contract/operator/families.ts";
import { getFigures } from "#contract/operator/figures.ts";
import * as people from "#contract/operator/people.ts";
import { changeChoices } from "#server/platform/choices/choices.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import { choicesOf } from "./choices.ts";
import { listFailedMessages, resendMessage, resendMessages } from "./failed-messages.ts";
import { listFamilies, setQuota } from "./families.ts";
import { figuresOf } from "./figures.ts";
import { endSessions, requirePerson, searchPeople } from "./people.ts";
import { keepFamily, keepPerson, removeFamily, removePerson } from "./removals.ts";

export const operatorRoutes = (world: World): Route[] => [
  route(families.listOperatedFamilies, ({ query }) => listFamilies(world, query)),
  route(families.setFamilyQuota, ({ params, body }) => setQuota(world, params.id, body.megabytes)),
  route(families.removeFamily, ({ params }) => removeFamily(world, params.id)),
  route(families.keepOperatedFamily, ({ params }) => keepFamily(world, params.id)),
  route(people.listOperatedPeople, ({ query }) => searchPeople(world, query)),
  route(people.endPersonsSessions, async ({ params }) => {
    await requirePerson(world, params.id);
    return { ended: await endSessions(world, params.id) };
  }),
  route(people.removePerson, ({ params }) => removePerson(world, params.id)),
  route(people.keepPerson, ({ params }) => keepPerson(world, params.id)),
  route(messages.listFailedMessages, ({ query }) => listFailedMessages(world, query)),
  route(messages.resendMessage, ({ params }) => resendMessage(world, params.id)),
  route(messages.resendMessages, ({ body }) => resendMessages(world, body.channel)),
  route(getFigures, () => figuresOf(world)),
  route(choices.getChoices, () => choicesOf(world)),
  route(choices.changeChoices, ({ body }) => changeChoices(world, body)),
];
