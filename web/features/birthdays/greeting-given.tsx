import { useQuery } from "@tanstack/react-query";
import { Mic } from "lucide-react";
import { useState } from "react";
import { currentHellosQuery } from "#web/features/hellos/current-hellos-query.ts";
import { useGive } from "#web/features/hellos/queries.ts";
import { QuickRecording } from "#web/features/hellos/quick-recording.tsx";
import { canRecord } from "#web/platform/media/recording.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import styles from "./birthdays.module.css";
import type { KeptBirthday } from "./upcoming.ts";

interface GreetingGivenProps extends Pick<KeptBirthday, "person"> {
  giver: Sender;
}

/** Records a greeting in two taps. The person hears it on their own home. */
export function GreetingGiven({ giver, person }: GreetingGivenProps) {
  const [isRecording, setRecording] = useState(false);
  const give = useGive(giver);
  const { data } = useQuery(currentHellosQuery);
  const isGiven = data?.greetings.some(({ birthdayOf }) => birthdayOf?.id === person.id);
  const send = async (recorded: Blob) => {
    const hasArrived = await give.mutateAsync({ kind: "voice", files: [recorded], birthdayOf: person.id });
    setRecording(false);
    if (hasArrived) toast({ title: "Sent", description: `${person.name} can hear it today.` });
  };
  return (
    <div className={styles.today}>
      <Avatar isLarge name={person.name} picture={person.picture} />
      {canRecord() ? (
        <div className={styles.greeting}>
          <p role="status">
            {isGiven ? `${person.name} can hear your greeting.` : `It plays on ${person.name}'s home today.`}
          </p>
          {isRecording ? (
            <QuickRecording isBusy={give.isPending} onSend={send} onCancel={() => setRecording(false)} />
          ) : (
            <Button variant={isGiven ? "plain" : "primary"} icon={Mic} onClick={() => setRecording(true)}>
              {isGiven ? "Record another greeting" : "Record a greeting"}
            </Button>
          )}
        </div>
      ) : (
        <p>This browser can't record a greeting. Please call.</p>
      )}
    </div>
  );
}
