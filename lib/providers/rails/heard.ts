/** A message as a phone heard it. */
export interface HeardMessage {
  /** As the phone shows it. */
  sender: string;
  text: string;
  /** When the phone heard it, by a clock that need not be right. */
  at: Date;
  /** The slot of the SIM, from 1; null where the forwarder does not tell. */
  sim: number | null;
}

/** What a forwarder posts: messages, or only that the phone lives. */
export interface PhoneHeard {
  messages: readonly HeardMessage[];
  /** Per cent; null: it does not tell. */
  battery: number | null;
  /** It is not what any forwarder that we know posts. */
  isStrange?: true;
}

/** What an account that is a phone listens to. */
export interface PhoneOf {
  /** Code of lib/domain/phone-messages/networks. */
  network: string;
  /** The number to which payers send, in E.164. */
  number: string;
  /** Only what this SIM hears; null: whatever the phone hears. */
  sim: number | null;
  /** Its forwarder has a key of its own. */
  hasKey: boolean;
  /** What a forwarder on this phone posts; for the simulated one. */
  forward(message: HeardMessage): { body: string; headers: Record<string, string> };
}
