import { lazyPart } from "#web/ui/page/lazy.tsx";
import styles from "./place.module.css";
import type { ThreadProps } from "./thread.tsx";

const Thread = lazyPart(() => import("./thread.tsx"), "Thread");

/** The place of a request's thread below its card. It reserves the height before the code has loaded. */
export function Replies(props: ThreadProps) {
  const { request, sender, isOpen } = props;
  const place = request.askedBy?.id === sender.id ? styles.short : styles.place;
  return (
    <div className={isOpen ? place : undefined}>
      <Thread {...props} />
    </div>
  );
}
