import { acknowledgeByLink, getHelpAnswer, handOnByLink } from "#contract/help/answers.ts";
import {
  addGuide,
  addGuidePicture,
  changeGuide,
  deleteGuide,
  getGuidePicture,
  listGuides,
  makeGuideOfRequest,
} from "#contract/help/guides.ts";
import { getHelpFigures, listPastRequests } from "#contract/help/past-requests.ts";
import {
  addHelpPhrase,
  changeHelpPhrase,
  deleteHelpPhrase,
  hideHelpPhrase,
  listFamilyPhrases,
  listHelpCategories,
  listHelpPhrases,
  listShownPhrases,
  orderHelpPhrases,
} from "#contract/help/phrases.ts";
import {
  changeEscalationPlan,
  getEscalationPlan,
  listHelpers,
  restoreEscalationPlan,
} from "#contract/help/plan.ts";
import { answerPromise, promiseByLink, promiseHelp } from "#contract/help/promises.ts";
import {
  addPicture,
  addReply,
  addVoiceMessage,
  getHelpPicture,
  getHelpVoiceMessage,
  keepHelpPicture,
  keepHelpVoiceMessage,
  listReplies,
  recordRepliesSeen,
  recordVoiceMessageHeard,
} from "#contract/help/replies.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  getHelpRequest,
  handOnHelpRequest,
  listHelpRequests,
  makeUrgent,
  recordReceipt,
  recordReceipts,
  reopenHelpRequest,
  resolveHelpRequest,
  thankForHelp,
  undoHelpRequestEnd,
  undoUrgency,
} from "#contract/help/requests.ts";
import { giveVerdict, giveVerdictByLink } from "#contract/help/scams.ts";
import {
  addThing,
  changeThing,
  changeThingPicture,
  getThingPicture,
  listThings,
  removeThing,
  removeThingPicture,
} from "#contract/help/things.ts";
import {
  answerVideoCall,
  endVideoCall,
  getVideoCall,
  listIceServers,
  startVideoCall,
} from "#contract/help/video-calls.ts";
import { perPerson, storedFileReads } from "#server/platform/http/limits.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import * as answers from "./answers/answers.ts";
import * as guides from "./guides/guides.ts";
import * as guidePictures from "./guides/pictures.ts";
import * as phrases from "./phrases/phrases.ts";
import { changePlan, helpersOf, planOf, restorePlan } from "./plan/escalation-plan.ts";
import * as promises from "./promises/promises.ts";
import * as files from "./replies/files.ts";
import * as replies from "./replies/replies.ts";
import * as actions from "./requests/actions.ts";
import { reopen, undo } from "./requests/closed-requests.ts";
import { ask } from "./requests/intake.ts";
import * as requests from "./requests/requests.ts";
import * as verdicts from "./scams/verdicts.ts";
import { thank } from "./thanks/thanks.ts";
import * as things from "./things/things.ts";
import * as videoCalls from "./video-calls/video-calls.ts";

const requestRoutes = (world: World): Route[] => [
  route(listHelpRequests, ({ member }) =>
    requests.currentRequests(world.database, member, world.clock.now()),
  ),
  route(listPastRequests, ({ member, query }) => requests.pastRequests(world.database, member, query.before)),
  route(getHelpFigures, ({ member }) => requests.figures(world, member)),
  route(getHelpRequest, ({ member, params }) => requests.requestOf(world.database, member, params.id)),
  route(
    askForHelp,
    ({ member, body, headers }) => ask(world, member, body, headers["idempotency-key"]),
    // Ordinary limits never apply here, so that nobody who needs help is turned away.
    false,
  ),
  route(recordReceipt, ({ member, params, body }) =>
    actions.recordReceipt(world, member, params.id, body.state),
  ),
  route(recordReceipts, ({ member, body }) =>
    actions.recordReceiptOfEach(world, member, body.ids, body.state),
  ),
  route(acknowledgeHelpRequest, ({ member, params }) => actions.acknowledge(world, member, params.id)),
  route(handOnHelpRequest, ({ member, params }) => promises.handOn(world, member, params.id)),
  route(promiseHelp, ({ member, params, body }) => promises.promise(world, member, params.id, body)),
  route(answerPromise, ({ member, params, body }) =>
    promises.answerPromise(world, member, params.id, body.isKept),
  ),
  route(giveVerdict, ({ member, params, body }) =>
    verdicts.giveVerdict(world, member, params.id, body.verdict),
  ),
  route(resolveHelpRequest, ({ member, params }) => actions.resolve(world, member, params.id)),
  route(cancelHelpRequest, ({ member, params }) => actions.cancel(world, member, params.id)),
  route(makeUrgent, ({ member, params }) => actions.makeUrgent(world, member, params.id)),
  route(undoUrgency, ({ member, params }) => actions.undoUrgency(world, member, params.id)),
  route(reopenHelpRequest, ({ member, params }) => reopen(world, member, params.id)),
  route(thankForHelp, ({ member, params }) => thank(world, member, params.id)),
  route(undoHelpRequestEnd, ({ member, params }) => undo(world, member, params.id)),
];

const replyRoutes = (world: World): Route[] => [
  route(listReplies, ({ member, params }) => replies.repliesTo(world.database, member, params.id)),
  route(addReply, ({ member, params, body, headers }) =>
    replies.addReply(world, member, params.id, body, headers["idempotency-key"]),
  ),
  route(
    addPicture,
    ({ member, params, upload, headers }) =>
      files.addPicture(world, member, params.id, upload, headers["idempotency-key"]),
    perPerson("pictures"),
  ),
  route(recordRepliesSeen, ({ member, params, body }) =>
    replies.recordSeen(world, member, params.id, body.replyId),
  ),
  route(getHelpPicture, ({ member, params }) => files.pictureOf(world, member, params.id), storedFileReads),
  route(keepHelpPicture, ({ member, params, body }) =>
    files.retain(world, member, { table: "help_pictures", id: params.id }, body.isKept),
  ),
  route(
    addVoiceMessage,
    ({ member, params, upload, headers }) =>
      files.addVoiceMessage(world, member, params.id, upload, headers["idempotency-key"]),
    perPerson("voice-messages"),
  ),
  route(
    getHelpVoiceMessage,
    ({ member, params }) => files.voiceMessageOf(world, member, params.id),
    storedFileReads,
  ),
  route(recordVoiceMessageHeard, ({ member, params }) => files.recordHeard(world, member, params.id)),
  route(keepHelpVoiceMessage, ({ member, params, body }) =>
    files.retain(world, member, { table: "help_voice_messages", id: params.id }, body.isKept),
  ),
];

const guideRoutes = (world: World): Route[] => [
  route(listGuides, ({ member }) => guides.guidesOf(world.database, member)),
  route(addGuide, ({ member, body }) => guides.addGuide(world, member, body)),
  route(changeGuide, ({ member, params, body }) => guides.changeGuide(world, member, params.id, body)),
  route(deleteGuide, ({ member, params }) => guides.removeGuide(world, member, params.id)),
  route(makeGuideOfRequest, ({ member, params }) => guides.makeGuideOfRequest(world, member, params.id)),
  route(
    addGuidePicture,
    ({ member, upload }) => guidePictures.addPicture(world, member, upload),
    perPerson("pictures"),
  ),
  route(
    getGuidePicture,
    ({ member, params }) => guidePictures.pictureOf(world, member, params.id),
    storedFileReads,
  ),
];

const phraseRoutes = (world: World): Route[] => [
  route(listHelpCategories, () => phrases.categories(world.database)),
  route(listHelpPhrases, ({ member, params }) => phrases.phrasesOf(world.database, member, params.id)),
  route(listShownPhrases, ({ member }) => phrases.shownPhrases(world.database, member)),
  route(listFamilyPhrases, ({ member }) => phrases.familyPhrases(world.database, member)),
  route(addHelpPhrase, ({ member, body }) => phrases.addPhrase(world, member, body)),
  route(changeHelpPhrase, ({ member, params, body }) =>
    phrases.changePhrase(world, member, params.id, body.phrase),
  ),
  route(deleteHelpPhrase, ({ member, params }) => phrases.removePhrase(world, member, params.id)),
  route(hideHelpPhrase, ({ member, params, body }) =>
    phrases.hidePhrase(world, member, params.id, body.isHidden),
  ),
  route(orderHelpPhrases, ({ member, params, body }) =>
    phrases.orderPhrases(world, member, params.id, body.phraseIds),
  ),
];

const planRoutes = (world: World): Route[] => [
  route(getEscalationPlan, ({ member }) => planOf(world, member.familyId)),
  route(changeEscalationPlan, ({ member, body }) => changePlan(world, member, body)),
  route(restoreEscalationPlan, ({ member }) => restorePlan(world, member)),
  route(listHelpers, ({ member }) => helpersOf(world, member)),
];

const answerRoutes = (world: World): Route[] => [
  route(getHelpAnswer, ({ params }) => answers.answerByLink(world, params.token)),
  route(acknowledgeByLink, ({ params }) => answers.acknowledgeByLink(world, params.token)),
  route(handOnByLink, ({ params }) => answers.handOnByLink(world, params.token)),
  route(promiseByLink, ({ params, body }) => answers.promiseByLink(world, params.token, body)),
  route(giveVerdictByLink, ({ params, body }) =>
    answers.giveVerdictByLink(world, params.token, body.verdict),
  ),
];

const videoCallRoutes = (world: World): Route[] => [
  route(getVideoCall, ({ member, params }) => videoCalls.videoCallOf(world, member, params.id)),
  route(startVideoCall, ({ member, params, body }) => videoCalls.start(world, member, params.id, body)),
  route(answerVideoCall, ({ member, params, body }) => videoCalls.answer(world, member, params.id, body)),
  route(endVideoCall, ({ member, params }) => videoCalls.end(world, member, params.id)),
  route(listIceServers, async ({ member, params }) => {
    await videoCalls.requireCall(world, member, params.id);
    return videoCalls.iceServers(world, member);
  }),
];

const thingRoutes = (world: World): Route[] => [
  route(listThings, ({ member }) => things.thingsOf(world.database, member)),
  route(addThing, ({ member, body }) => things.addThing(world, member, body)),
  route(changeThing, ({ member, params, body }) => things.changeThing(world, member, params.id, body)),
  route(removeThing, ({ member, params }) => things.removeThing(world, member, params.id)),
  route(
    changeThingPicture,
    ({ member, params, upload }) => things.changePicture(world, member, params.id, upload),
    perPerson("pictures"),
  ),
  route(removeThingPicture, ({ member, params }) => things.removePicture(world, member, params.id)),
  route(getThingPicture, ({ member, params }) => things.pictureOf(world, member, params.id), storedFileReads),
];

export const helpRoutes = (world: World): Route[] => [
  ...requestRoutes(world),
  ...replyRoutes(world),
  ...guideRoutes(world),
  ...phraseRoutes(world),
  ...planRoutes(world),
  ...answerRoutes(world),
  ...thingRoutes(world),
  ...videoCallRoutes(world),
];
