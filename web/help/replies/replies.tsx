import { lazyPart } from "#web/ui/page/lazy.tsx";
import styles from "./place.module.css";
import type { Subject } from "./queries.ts";

const Thread = lazyPart(() => import("./thread.tsx"), "Thread", { title: "pictures and messages" });

/** The place of a request's thread below its card. It has its height before the code has come. */
export const Replies = (subject: Subject) => (
  <div className={subject.isOpen ? styles.place : undefined}>
    <Thread subject={subject} />
  </div>
);
