import { useQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { useState } from "react";
import { useFamily } from "#web/features/families/queries.ts";
import { currentHellosQuery } from "#web/features/hellos/current-hellos-query.ts";
import { useCalled } from "#web/features/hellos/hello-view.tsx";
import { addressOf } from "#web/platform/api/call.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { Player } from "#web/ui/voice/player.tsx";
import styles from "./birthdays.module.css";

/** Plays the greetings that this person has got, one after the other, each with its giver's face. */
export function GreetingsHeard({ personId }: { personId: number }) {
  const { data } = useQuery(currentHellosQuery);
  const called = useCalled();
  const members = useFamily()?.members ?? [];
  const [place, setPlace] = useState(0);
  const greetings = (data?.greetings ?? []).filter(({ birthdayOf }) => birthdayOf?.id === personId);
  const greeting = greetings[place] ?? greetings[0];
  if (!greeting?.voiceMessage) return <p>Have a wonderful day.</p>;
  const { person, voiceMessage } = greeting;
  const name = called(person);
  return (
    <div className={styles.today}>
      <Avatar isLarge name={name} picture={members.find(({ id }) => id === person.id)?.picture} />
      <div className={styles.greeting}>
        <p role="status">
          A greeting from {name}
          {greetings.length > 1 && `, ${greetings.indexOf(greeting) + 1} of ${greetings.length}`}
        </p>
        <Player
          source={addressOf("GET /api/hello-voice-messages/:id", { params: { id: voiceMessage.id } })}
          durationMs={voiceMessage.durationMs}
          label={`Greeting from ${name}`}
          // After the last one, it is ready to begin again.
          isContinued={place > 0}
          onEnd={() => setPlace((place + 1) % greetings.length)}
        />
        <ButtonLink variant="quiet" icon={Heart} href="/hellos">
          Love or answer them
        </ButtonLink>
      </div>
    </div>
  );
}
