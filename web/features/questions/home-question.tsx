import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Question } from "#contract/questions.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { currentQuestionQuery } from "./current-question-query.ts";

// On most days nobody is asked.
const Asked = lazyPart(() => import("./asked.tsx"), "Asked", {
  title: "the question of the week",
  skeleton: <SkeletonRows count={2} />,
});

/** The question of the week on a grandparent's home. It stays while it is answered, and says then that it was. */
export function HomeQuestion({ giver }: { giver: Sender }) {
  const { data } = useQuery(currentQuestionQuery(useFamilyClock()));
  const [shown, show] = useState<Question>();
  const question = shown ?? data;
  return question ? <Asked question={question} giver={giver} onAnswering={() => show(question)} /> : null;
}
