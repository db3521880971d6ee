import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { outingBones } from "./outing-bones.tsx";

const Outings = lazyPart(async () => (await import("./outings.tsx")).Outings, "things to do", outingBones);

export const ThingsToDo = () => (
  <Section title="Things To Do">
    <Outings />
  </Section>
);
