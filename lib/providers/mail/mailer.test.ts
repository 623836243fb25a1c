import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailer, type Mailer } from "./mailer";

let server: Server;
let mailer: Mailer;
let answers: Record<string, string>;
let got: string;

/** A mail server that takes everything, except where `answers` says otherwise by the first word of a line. */
beforeEach(async () => {
  answers = {};
  got = "";
  server = createServer((socket) => {
    let inData = false;
    let cut = "";
    socket.on("error", () => {});
    socket.write("220 mail.example\r\n");
    socket.on("data", (chunk) => {
      const lines = (cut + chunk.toString("utf8")).split("\r\n");
      cut = lines.pop() ?? "";
      for (const line of lines) {
        if (inData) {
          got += `${line}\n`;
          if (line !== ".") continue;
          inData = false;
          socket.write(`${answers["."] ?? "250 taken"}\r\n`);
          continue;
        }
        const word = line.split(" ")[0] ?? "";
        if (word === "DATA") inData = true;
        socket.write(`${answers[word] ?? (word === "DATA" ? "354 go on" : "250 ok")}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made = createMailer({ smtpUrl, from: "Sente <no-reply@example.com>" });
  if (!made) throw new Error("No mailer was made.");
  mailer = made;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const mail = {
  to: "amina@example.com",
  subject: "Receipt",
  text: "Hello,\n\nReceipt: https://s.co/r/1",
  action: { label: "Receipt", url: "https://s.co/r/1" },
};

test("without a mail server there is no mailer", () => {
  expect(createMailer({ smtpUrl: undefined, from: "x@example.com" })).toBeNull();
});

test("a mail is a text and the same as HTML, and its id is given back", async () => {
  const { ref } = await mailer.send(mail);
  expect(ref).toMatch(/^<.+@example\.com>$/);
  expect(got).toContain("Subject: Receipt");
  expect(got).toContain("From: Sente <no-reply@example.com>");
  expect(got).toContain("Content-Type: text/plain");
  expect(got).toContain("Receipt: https://s.co/r/1");
  expect(got).toContain("Content-Type: text/html");
});

test("a document is attached beside the text, and the logo belongs to the HTML", async () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256);
  const logo = { type: "image/png", bytes: new Uint8Array([1, 2, 3]) };
  const letter = { seller: "Maji Kwetu", logo, amount: null, lines: [], facts: [], foot: [] };
  await mailer.send({
    ...mail,
    letter,
    document: { name: "INV-000001.pdf", type: "application/pdf", bytes },
  });
  const parts = partsOf(got.replace(/\n\.\n[\s\S]*$/, ""));
  expect(parts.map(({ path }) => path)).toEqual([
    "multipart/mixed > multipart/alternative > text/plain",
    "multipart/mixed > multipart/alternative > multipart/related > text/html",
    "multipart/mixed > multipart/alternative > multipart/related > image/png",
    "multipart/mixed > application/pdf",
  ]);
  const [text, html, image, document] = parts;
  expect(text?.body.toString()).toContain("Receipt: https://s.co/r/1");
  const cid = /<(.+)>/.exec(image?.headers["content-id"] ?? "")?.[1];
  expect(html?.body.toString()).toContain(`cid:${cid}`);
  expect(document?.headers["content-disposition"]).toBe("attachment; filename=INV-000001.pdf");
  expect(document?.body.equals(Buffer.from(bytes))).toBe(true);
});

test("without a letterhead the document is attached the same way", async () => {
  const bytes = new Uint8Array([37, 80, 68, 70]);
  await mailer.send({ ...mail, document: { name: "INV-000001.pdf", type: "application/pdf", bytes } });
  expect(partsOf(got.replace(/\n\.\n[\s\S]*$/, "")).map(({ path }) => path)).toEqual([
    "multipart/mixed > multipart/alternative > text/plain",
    "multipart/mixed > multipart/alternative > text/html",
    "multipart/mixed > application/pdf",
  ]);
});

test.each([
  ["RCPT", "550 no such user", true],
  ["RCPT", "450 mailbox busy", false],
  [".", "554 looks like spam", true],
  [".", "451 try later", false],
  ["MAIL", "550 you may not send", false],
  ["EHLO", "554 go away", false],
])("the server says to %s “%s”: final is %s", async (word, said, final) => {
  answers = { [word]: said, HELO: said };
  await expect(mailer.send(mail)).rejects.toMatchObject({ name: "DeliveryProblem", final });
});

interface Part {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** The leaves of a message, read as RFC 2045 and 2046 say and by nothing of what wrote it. */
function partsOf(message: string, above = ""): Part[] {
  const end = message.indexOf("\n\n");
  const headers = Object.fromEntries(
    message
      .slice(0, end)
      .replace(/\n[ \t]+/g, " ")
      .split("\n")
      .map((line) => [line.split(":")[0]?.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const type = headers["content-type"] ?? "text/plain";
  const path = `${above}${type.split(";")[0]}`;
  const text = message.slice(end + 2);
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) return [{ path, headers, body: decoded(text, headers) }];
  const [before = "", ...rest] = `\n${text}`.split(`\n--${boundary}`);
  expect([before.trim(), rest.at(-1)?.trim()]).toEqual(["", "--"]);
  return rest.slice(0, -1).flatMap((part) => partsOf(part.replace(/^\n/, ""), `${path} > `));
}

function decoded(text: string, headers: Record<string, string>): Buffer {
  const encoding = headers["content-transfer-encoding"];
  if (encoding === "base64") return Buffer.from(text, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(text);
  const bytes = text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)));
  return Buffer.from(bytes, "latin1");
}

test("a list of a hundred addresses is no recipient, however it is written", async () => {
  const list = Array.from({ length: 100 }, (_, at) => `a${at}@example.com`);
  for (const to of [list.join(","), list.join(";"), `All: ${list.join(", ")};`, `A <${list[0]}>, ${list[1]}`])
    await expect(mailer.send({ ...mail, to })).rejects.toMatchObject({
      name: "DeliveryProblem",
      final: true,
    });
  expect(got).toBe("");
  await mailer.send(mail);
  expect(got.match(/^To: .*$/gm)).toEqual(["To: amina@example.com"]);
});
