import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Question } from "#contract/questions.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { currentQuestionQuery } from "#web/features/questions/current-question-query.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";

// On most days nobody is asked.
const QuestionAsked = lazyPart(() => import("./question-asked.tsx"), "QuestionAsked", {
  title: "the question of the week",
  skeleton: <SkeletonRows count={2} />,
});

/**
 * The question of the week, for grandparents: the server has none for others. It stays while it is answered, and says then
 * that it was.
 */
export function HomeQuestion({ giver }: { giver: Sender }) {
  const { data } = useQuery(currentQuestionQuery(useFamilyClock()));
  const [shown, show] = useState<Question>();
  const question = shown ?? data;
  return question ? (
    <QuestionAsked question={question} giver={giver} onAnswering={() => show(question)} />
  ) : null;
}
