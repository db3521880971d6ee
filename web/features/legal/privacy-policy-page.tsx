import { Together } from "#web/ui/text.tsx";
import { LegalPage, type LegalPart } from "./legal-page.tsx";

const short = [
  "We keep only what your family needs to stay in touch.",
  "Only your family sees your phone number and what you ask for.",
  "We can read your calendar. We cannot change it.",
  "We do not sell anything about you, and we show no ads.",
  "You can download a copy of it all, and delete it all.",
];

const parts: LegalPart[] = [
  {
    id: "collect",
    title: "What we keep",
    text: (
      <>
        <p>About you, we keep:</p>
        <ul>
          <li>your name, your phone number and your role in the family,</li>
          <li>the names we greet you with, if you give them,</li>
          <li>
            your <Together>e-mail</Together> address, if you give it, sign in with Google or were invited by{" "}
            <Together>e-mail</Together>,
          </li>
          <li>your birthday, if you or a co-administrator entered it,</li>
          <li>your password, if you set one, in a form that nobody can read back,</li>
          <li>your passkeys, if you add any, in a form that nobody can sign in with,</li>
          <li>which devices are signed in, and which of them get messages, until you sign them out,</li>
          <li>which events you want to be reminded of, and the reminders of the last week,</li>
          <li>
            when the app, texts and <Together>e-mails</Together> last reached you, or why they don't,
          </li>
          <li>the days you answered the puzzle, and whether you were right,</li>
          <li>when you last turned on your light, if you use it, and who is told when it stays dark,</li>
          <li>
            what you changed in your account or your family, and when you signed in on a new device, for 12
            months.
          </li>
        </ul>
        <p>
          We keep what your family adds: events, puzzles, things to do, invitations, hellos with their
          pictures, voices and hearts, and the requests for help you send. An invitation holds the name,{" "}
          <Together>e-mail</Together> address and phone number that your family typed in.
        </p>
        <p>
          With each request for help we keep who it reached, who has seen it and who will help. We also keep
          when they said they would call or come, and what they said about a possible scam. You can see all of
          that on your own screen. A video call goes from one device to the other. We don't record it, and we
          can't see it.
        </p>
        <p>
          Our server logs technical events, such as errors, so that we can fix them. It hides phone numbers.
        </p>
      </>
    ),
  },
  {
    id: "use",
    title: "What we use it for",
    text: (
      <p>
        To show your family its day. To tell your family when you ask for help. To make sure it's you who
        signs in. For nothing else. We do not sell it and we do not show ads.
      </p>
    ),
  },
  {
    id: "family",
    title: "Who can see it",
    text: (
      <>
        <p>
          Only the people in your family on Porchlight. They see your name, your phone number and your
          requests for help. They need your number to call you back. They see your birthday, if you or a
          co-administrator entered it.
        </p>
        <p>
          They also see your picture, if you add one, and the pictures and messages that you send with a
          request. They hear the voice messages that you send with it. We remove the location from every
          photo. Another grandparent does not see or hear any of those. When you have listened to a voice
          message, the person who sent it can see that. Everyone in your family sees the guides and their
          pictures, and the things around the house, such as your TV: their names, rooms, notes and pictures.
          Please don't write passwords there.
        </p>
        <p>
          Everyone in your family sees and hears hellos, who loves them, and what is answered to them. If you
          use your light, they see when you turned it on today. Those you choose get a message when it stays
          dark.
        </p>
        <p>
          A co-administrator can also see who was invited, and whether they joined. They see the day each
          member was last here, and whether messages reach them. They see when a member changed their name,{" "}
          <Together>e-mail</Together> address, password or phone number (its last two digits), and when a
          member signed in on a new device. An invitation link shows the name on it, who sent it and the name
          of your family. It also shows the last two digits of the phone number.
        </p>
        <p>
          Anyone who leaves your family no longer sees any of it. What they did stays with their name, but
          without their phone number. Anyone who deletes their account leaves no name behind.
        </p>
        <p>Other families see none of it.</p>
      </>
    ),
  },
  {
    id: "others",
    title: "Who helps us",
    text: (
      <>
        <p>
          Text messages go through a message provider, and <Together>e-mails</Together> through a mail
          provider. They receive the number or address, and the words of the message. That can be a sign-in
          code, an invitation, a reminder, a request for help or the Sunday letter. Messages on a device go
          through the service of its browser, which cannot read them.
        </p>
        <p>
          If you sign in with Google, Google tells us your name and your <Together>e-mail</Together> address.
          We never see your Google password. These providers have privacy policies of their own.
        </p>
        <p>We give nothing to anyone else, unless the law requires us to.</p>
      </>
    ),
  },
  {
    id: "calendar",
    title: "Your Google Calendar",
    text: (
      <p>
        If you connect a calendar, our access is read-only. We can show your events. We cannot add, change or
        delete them. You can disconnect it in the Admin Panel at any time. We then give up our access and
        remove the events we had read.
      </p>
    ),
  },
  {
    id: "device",
    title: "What stays on your device",
    text: (
      <>
        <p>Your browser keeps a few things on your own device:</p>
        <ul>
          <li>a sign-in key, and a second one for the Admin Panel, in its storage and in a cookie,</li>
          <li>a note in a cookie that you signed in there before, so that nobody can lock you out there,</li>
          <li>your role and your greeting names,</li>
          <li>your choice of text size and colors,</li>
          <li>your family's day as you last saw it, and what you read about the things around the house,</li>
          <li>which part of the Admin Panel you used last,</li>
          <li>whether you have turned on messages there,</li>
          <li>the guides of your family, with the pictures of those that you have opened there,</li>
          <li>the app itself, so that it opens without an internet connection,</li>
          <li>the last hellos of your family, with their pictures,</li>
          <li>requests for help that could not be sent yet, and their pictures and voice messages,</li>
          <li>hellos, hearts, answers and your tap on the light that could not be sent yet,</li>
          <li>a phone number to call that you entered there,</li>
          <li>your family's phone numbers, so that you can call without an internet connection.</li>
        </ul>
        <p>
          When you log out, the sign-in keys, your role, your greeting names, the day, the guides, the things
          around the house, the hellos, the phone numbers and the last part of the panel are removed. The note
          that you signed in there stays for 400 days. A request that was not sent yet stays until it is sent.
          Messages stop, and start again when you sign in there again. We use no trackers.
        </p>
      </>
    ),
  },
  {
    id: "time",
    title: "How long we keep it",
    text: (
      <p>
        For as long as you are with us. An invitation works for seven days, and a sign-in code for ten
        minutes. For two days we count how many messages an address has received. A sign-in key that is not
        used expires. A picture or voice message that you send with a request is deleted 90 days after the
        request is closed, unless your family keeps it. Written words stay. A hello is deleted after 90 days,
        unless somebody loves it. Of your light we keep only the last day. A guide stays until your family
        deletes it. A guide that was made from a request has its own copies of the pictures. A thing around
        the house and its picture stay until your family removes them. When you change your phone number,{" "}
        <Together>e-mail</Together> address or password, we keep what it was before for seven days, so that
        you can undo the change. For 12 months we keep who changed what in a family, even after they have left
        it. When you delete your account, we keep it for seven more days, so that you can change your mind.
        Then everything about you is gone: your requests for help, your pictures and voice messages, your
        invitations, and your name in your family's log. Guides that you wrote stay with your family, without
        your name and your pictures. A family that nobody else is in is deleted too. When a co-administrator
        deletes a family, we keep it for seven more days, and tell everyone in it. Then everything in it is
        gone, and your accounts stay. Backups of the server are kept for up to six months.
      </p>
    ),
  },
  {
    id: "choices",
    title: "Your choices",
    text: (
      <p>
        You can download a copy of what we keep about you in “Me”, under “My data”. A co-administrator can
        download what the family shares in the Admin Panel, move it to another server, or delete it. You can
        delete your account in “Me” as well. You can ask us to correct your data. Write to us by{" "}
        <Together>e-mail</Together>. We may call you first to make sure it's you.
      </p>
    ),
  },
  {
    id: "changes",
    title: "When this page changes",
    text: <p>We put the new date at the top of it.</p>,
  },
];

export const PrivacyPolicyPage = () => <LegalPage title="Privacy Policy" short={short} parts={parts} />;
