import { Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Photo } from "../pictures/picture-taking.tsx";
import type { WaitingFile } from "./outbox-store.ts";
import { Player } from "./player.tsx";
import { useDiscardFile } from "./queries.ts";
import { durationMsOf, samplesOf } from "./recording.ts";
import styles from "./replies.module.css";

function WaitingVoice({ bytes }: WaitingFile) {
  const sound = useMemo(() => new Blob([bytes], { type: "audio/wav" }), [bytes]);
  return <Player source={sound} durationMs={durationMsOf(samplesOf(bytes))} label="Your voice message" />;
}

function WaitingPhoto({ bytes }: WaitingFile) {
  const photo = useMemo(() => new Blob([bytes], { type: "image/jpeg" }), [bytes]);
  return <Photo photo={photo} label="Your picture" />;
}

/** A picture or voice message that the server does not have yet, or has refused. */
export function WaitingLine({ waiting }: { waiting: WaitingFile }) {
  const discard = useDiscardFile();
  const { kind, refusal, key } = waiting;
  const name = kind === "voice" ? "voice message" : "picture";
  return (
    <li className={styles.reply}>
      {kind === "voice" ? <WaitingVoice {...waiting} /> : <WaitingPhoto {...waiting} />}
      {refusal === undefined ? (
        <p role="status">This {name} is saved on this device. Not sent yet.</p>
      ) : (
        <Note kind="warn" isAlert title={refusal}>
          <Button icon={Trash2} isBusy={discard.isPending} onClick={() => discard.mutate(key)}>
            Remove this {name}
          </Button>
        </Note>
      )}
    </li>
  );
}
