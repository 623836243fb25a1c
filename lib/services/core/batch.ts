/** Sends one question; it may share a statement with others. */
export type Batched<Question, Answer> = (question: Question) => Promise<Answer>;

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const mostTogether = 64;

/**
 * Groups questions: those that arrive together, or while `atOnce` statements are running, share one statement. A single
 * question is sent at once and does not wait for others. Of questions with the same `key` only one is in a statement.
 * `ask` answers in the order of the questions; if it fails, all its questions fail.
 */
export function batch<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  key: (question: Question) => string,
  { atOnce = 4 } = {},
): Batched<Question, Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let onTheirWay = 0;
  let isDue = false;

  const send = () => {
    isDue = false;
    while (waiting.length > 0 && onTheirWay < atOnce) {
      const [now, later] = parted(waiting, ({ question }) => key(question));
      waiting = later;
      onTheirWay += 1;
      void answerAll(now, ask).then(() => {
        onTheirWay -= 1;
        send();
      });
    }
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (isDue) return;
      isDue = true;
      // After all input that has arrived by now was read.
      setImmediate(send);
    });
}

/** The first items with different keys, and the rest. */
function parted<Item>(items: readonly Item[], key: (item: Item) => string): [now: Item[], later: Item[]] {
  const now = new Map<string, Item>();
  const later: Item[] = [];
  for (const item of items) {
    const own = key(item);
    if (now.size < mostTogether && !now.has(own)) now.set(own, item);
    else later.push(item);
  }
  return [[...now.values()], later];
}

async function answerAll<Question, Answer>(
  asked: readonly Waiting<Question, Answer>[],
  ask: (questions: Question[]) => Promise<Answer[]>,
): Promise<void> {
  try {
    const answers = await ask(asked.map(({ question }) => question));
    // Safe: one answer for each question.
    for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
