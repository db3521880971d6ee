// The draft of a guide until it is saved. It outlives the page.
import { useState } from "react";
import type { ChangedGuide, GuideStep, NewGuide } from "#contract/help/guides.ts";
import { MemoryDrafts } from "#web/platform/media/memory-drafts.ts";
import { newKey } from "#web/platform/offline/retries.ts";
import type { ListedGuide } from "./queries.ts";
import { stepsOf } from "./queries.ts";

export interface DraftStep extends GuideStep {
  /** Stays with the step when it is moved. */
  key: string;
}

interface Draft {
  title: string;
  /** The words of its help phrase. */
  phrase: string;
  /** The thing that it is about. */
  thingId: number | null;
  /** The version that the draft started from. */
  version: number;
  steps: readonly DraftStep[];
}

const emptyStep = (): DraftStep => ({
  key: newKey(),
  sentence: "",
  picture: null,
  drawing: null,
  marks: [],
});

function draftOf(guide: ListedGuide | undefined): Draft {
  if (!guide) return { title: "", phrase: "", thingId: null, version: 0, steps: [emptyStep()] };
  return {
    title: guide.title,
    phrase: guide.phrases[0] ?? "",
    thingId: guide.own?.thingId ?? null,
    version: guide.own?.version ?? 0,
    steps: stepsOf(guide).map((step) => ({ ...step, key: newKey() })),
  };
}

/** The key names the family and the guide, because a built-in guide has the same id in every family, and a new one has none. */
const drafts = new MemoryDrafts<string, Draft>();

export interface Editing extends Draft {
  change: (part: Partial<Draft>) => void;
  changeStep: (key: string, part: Partial<GuideStep>) => void;
  addStep: () => void;
  moveStep: (key: string, by: -1 | 1) => void;
  removeStep: (key: string) => void;
  /** Discards the changes that were not saved. */
  discard: () => void;
}

export function useDraft(guide: ListedGuide | undefined, familyId: number | null): Editing {
  const key = `${familyId} ${guide?.id}`;
  const [draft, setDraft] = useState(() => drafts.get(key) ?? draftOf(guide));
  // A picture arrives after other changes, so every change starts from the newest draft.
  const edit = (changed: (latest: Draft) => Partial<Draft>) =>
    setDraft((latest) => {
      const next = { ...latest, ...changed(latest) };
      drafts.set(key, next);
      return next;
    });
  const editSteps = (changed: (latest: readonly DraftStep[]) => readonly DraftStep[]) =>
    edit(({ steps }) => ({ steps: changed(steps) }));
  return {
    ...draft,
    change: (part) => edit(() => part),
    changeStep: (key, part) =>
      editSteps((steps) => steps.map((step) => (step.key === key ? { ...step, ...part } : step))),
    addStep() {
      const added = emptyStep();
      editSteps((steps) => [...steps, added]);
    },
    moveStep: (key, by) =>
      editSteps((steps) => {
        const from = steps.findIndex((step) => step.key === key);
        const moved = steps[from];
        const to = from + by;
        if (!moved || to < 0 || to >= steps.length) return steps;
        const others = steps.filter((step) => step !== moved);
        return [...others.slice(0, to), moved, ...others.slice(to)];
      }),
    removeStep: (key) => editSteps((steps) => steps.filter((step) => step.key !== key)),
    discard() {
      drafts.set(key, undefined);
      setDraft(draftOf(guide));
    },
  };
}

/** The request body. The family's copy of a built-in guide replaces it in the list. */
export const bodyOf = (
  { title, version, steps }: Draft,
  guide: ListedGuide | undefined,
  about: Required<Pick<NewGuide, "phraseId" | "thingId">>,
): NewGuide & Pick<ChangedGuide, "version"> => ({
  title,
  version,
  ...about,
  copyOf: typeof guide?.id === "string" ? guide.id : null,
  steps: steps.map(({ sentence, picture, drawing, marks }) => ({
    sentence,
    drawing,
    marks,
    pictureId: picture?.id ?? null,
  })),
});
