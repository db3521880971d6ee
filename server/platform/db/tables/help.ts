import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { EscalationStep } from "#contract/help/plan.ts";
import type { Drawing, ReadyGuideKey } from "#contract/help/ready-guides.ts";
import type { Mark } from "#contract/help/replies.ts";
import type { HelpPromise, HelpRequestState, Verdict } from "#contract/help/request-state.ts";
import type { VideoSource } from "#contract/help/video-calls.ts";

interface HelpCategories {
  id: number;
  name: string;
  icon: string;
}

interface HelpPhrases {
  id: number;
  category_id: number;
  phrase: string;
}

interface FamilyPhrases {
  family_id: number;
  id: Generated<number>;
  /** Null, like `phrase`, if the row hides or moves a phrase of the library. */
  category_id: number | null;
  phrase: string | null;
  is_deleted: Generated<boolean>;
  is_hidden: Generated<boolean>;
  position: number | null;
}

interface EscalationPlans {
  family_id: number;
  steps: JSONColumnType<EscalationStep[]>;
  first_contact_id: number | null;
  /** HH:MM:SS in the family's zone. */
  quiet_from: string | null;
  quiet_until: string | null;
}

interface HelpRequests {
  family_id: number;
  id: Generated<number>;
  asked_by: number;
  idempotency_key: string;
  phrase: string;
  phrase_id: number | null;
  category_id: number | null;
  state: HelpRequestState;
  helper_id: number | null;
  asked_at: Date;
  closed_at: Date | null;
  is_urgent: Generated<boolean>;
  /** Its steps: server/features/help/plan/escalation-plan.ts. */
  plan: ColumnType<
    Pick<EscalationStep, "after" | "target" | "channels" | "unlessSeen">[],
    string | undefined,
    string
  >;
  plan_began_at: Date | null;
  next_step: Generated<number>;
  next_step_at: Date | null;
  handed_on_by: number | null;
  handed_on_at: Date | null;
}

interface HelpPromises {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  person_id: number;
  kind: HelpPromise["kind"];
  due_at: Date | null;
  words: string | null;
  made_at: Date;
  check_at: Date | null;
  reminded_at: Date | null;
  asked_at: Date | null;
  ended_at: Date | null;
  is_kept: boolean | null;
}

interface HelpVerdicts {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  person_id: number;
  verdict: Verdict;
  at: Date;
}

interface HelpRequestTransitions {
  from_state: HelpRequestState;
  to_state: HelpRequestState;
}

interface HelpRequestReceipts {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  state: HelpRequestState;
  person_id: number | null;
  at: Date;
}

interface HelpPictures {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  sent_by: number;
  width: number;
  height: number;
  is_kept: Generated<boolean>;
  /** Null for a picture that is kept. */
  check_at: Date | null;
}

interface HelpPictureBytes {
  family_id: number;
  picture_id: number;
  bytes: Buffer;
}

interface HelpVoiceMessages {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  sent_by: number;
  duration_ms: number;
  bytes: Buffer;
  is_kept: Generated<boolean>;
  /** Null for a voice message that is kept. */
  check_at: Date | null;
}

interface Things {
  family_id: number;
  id: Generated<number>;
  name: string;
  room: string;
  notes: string;
  created_at: Date;
}

interface ThingPictures {
  family_id: number;
  id: Generated<number>;
  thing_id: number;
  width: number;
  height: number;
  bytes: Buffer;
}

interface Guides {
  family_id: number;
  id: Generated<number>;
  title: string;
  phrase_id: number | null;
  thing_id: number | null;
  /** The built-in guide that this one is shown in place of. */
  copy_of: ReadyGuideKey | null;
  version: Generated<number>;
  written_by: number | null;
  written_at: Date;
}

interface GuidePictures {
  family_id: number;
  id: Generated<number>;
  width: number;
  height: number;
  bytes: Buffer;
  added_by: number | null;
  added_at: Date;
  /** Null once a step shows the picture. */
  check_at: Date | null;
}

interface GuideSteps {
  family_id: number;
  guide_id: number;
  position: number;
  sentence: string;
  picture_id: number | null;
  drawing: Drawing | null;
  marks: JSONColumnType<Mark[]>;
}

interface HelpReplies {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  person_id: number;
  idempotency_key: string;
  words: string | null;
  picture_id: number | null;
  voice_message_id: number | null;
  marks: JSONColumnType<Mark[]>;
  guide_id: number | null;
  ready_guide: ReadyGuideKey | null;
  at: Date;
}

interface HelpReplyReceipts {
  family_id: number;
  reply_id: number;
  person_id: number;
  at: Date;
}

interface VideoCalls {
  family_id: number;
  help_request_id: number;
  id: Generated<number>;
  helper_id: number;
  source: VideoSource;
  offer: string;
  answer: string | null;
  started_at: Date;
}

export interface HelpTables {
  help_categories: HelpCategories;
  help_phrases: HelpPhrases;
  family_phrases: FamilyPhrases;
  escalation_plans: EscalationPlans;
  help_requests: HelpRequests;
  help_request_transitions: HelpRequestTransitions;
  help_request_receipts: HelpRequestReceipts;
  help_promises: HelpPromises;
  help_verdicts: HelpVerdicts;
  help_pictures: HelpPictures;
  help_picture_bytes: HelpPictureBytes;
  help_voice_messages: HelpVoiceMessages;
  things: Things;
  thing_pictures: ThingPictures;
  guides: Guides;
  guide_pictures: GuidePictures;
  guide_steps: GuideSteps;
  help_replies: HelpReplies;
  help_reply_receipts: HelpReplyReceipts;
  video_calls: VideoCalls;
}
