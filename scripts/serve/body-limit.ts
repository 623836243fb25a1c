import type { IncomingMessage, ServerResponse } from "node:http";
import { refusalOf, type WhyNot } from "./refuse";

const MB = 1024 * 1024;
/** Enough for a file of 10,000 customers or a phone's photo; the framework's limit for an action is the same. */
export const uploadMax = 8 * MB;
const formMax = MB;
/** These endpoints read and count the body themselves, and answer in their own way. */
const countsItself = /^\/api\/(v1|rails|whatsapp)(\/|\?|$)/;
/** The pages with a field for a file. */
const takesFiles =
  /^(\/dashboard\/(settings|settings\/verification|customers\/import|products\/(new|[^/?]+\/edit))|\/ops\/reconciliation\/file)(\?|$)/;
/** A file to be sold, or what another instance gave, which is stored piece by piece; whoever may not send one is refused before it is read. */
export const streamsFile = /^\/upload\/[^/?]+(\?|$)/;
/** The largest of them, 256 MB in its form; the door itself knows what each may be. */
export const streamMax = 257 * MB;
/** How long the rest of a refused body is read and dropped, so that its sender gets the answer. */
const lingerMs = 2_000;
/** Each upload is held in memory while its action is determined. */
const uploadsAtOnceMax = 8;
let uploadsNow = 0;

/**
 * Limits the body of every request, with or without Content-Length, before anybody reads it: a larger one is answered
 * with 413, and the rest of it is dropped as it arrives. False when the request is already answered.
 */
export function limitBody(request: IncomingMessage, response: ServerResponse): boolean {
  const url = request.url ?? "";
  if (countsItself.test(url)) return true;
  const mayUpload = takesFiles.test(url) && isMultipart(request);
  const bytesMax = streamsFile.test(url) ? streamMax : mayUpload ? uploadMax : formMax;
  if (Number(request.headers["content-length"]) > bytesMax) {
    refuseBody(request, response, tooLarge(bytesMax));
    return false;
  }
  if (mayUpload && !takePlace(response)) {
    refuseBody(request, response, busy);
    return false;
  }
  countBody(request, bytesMax, () => refuseBody(request, response, tooLarge(bytesMax)));
  if (isMultipart(request)) requireEnd(request, () => refuseBody(request, response, incomplete));
  return true;
}

/** A truncated form has no last boundary, on which the framework would fail. */
function requireEnd(request: IncomingMessage, refused: () => void): void {
  const boundary = /boundary="?([^";]+)/i.exec(request.headers["content-type"] ?? "")?.[1] ?? "";
  const last = `--${boundary}--`;
  const push = request.push.bind(request);
  let tail = Buffer.alloc(0);
  request.push = (chunk: Buffer | null) => {
    if (chunk !== null) {
      tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
      return push(chunk);
    }
    if (tail.toString("latin1").includes(last)) return push(null);
    refused();
    return request.push(null);
  };
}

/** Longer than any boundary and what may follow it. */
const tailBytes = 256;

function isMultipart({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("multipart/form-data") ?? false;
}

function takePlace(response: ServerResponse): boolean {
  if (uploadsNow >= uploadsAtOnceMax) return false;
  uploadsNow += 1;
  response.once("close", () => {
    uploadsNow -= 1;
  });
  return true;
}

/** Counts the bytes as the parser delivers them, so that a later reader cannot get more than the limit. */
function countBody(request: IncomingMessage, bytesMax: number, exceeded: () => void): void {
  let bytes = 0;
  watchBody(request, (chunk) => {
    bytes += chunk?.byteLength ?? 0;
    if (bytes > bytesMax) exceeded();
    return bytes <= bytesMax;
  });
}

/** Sees each piece of a body as the parser delivers it, and null at its end. What `see` says false to goes no further. */
export function watchBody(
  request: IncomingMessage,
  see: (chunk: Buffer | null) => boolean | undefined,
): void {
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null) => see(chunk) === false || push(chunk);
}

/** Answers at once, drops what still arrives, and then ends the connection. */
function refuseBody(request: IncomingMessage, response: ServerResponse, why: WhyNot): void {
  const end = () => {
    clearTimeout(late);
    response.end(() => request.destroy(new Error("The body was refused.")));
  };
  const late = setTimeout(end, lingerMs).unref();
  request.push = (chunk: unknown) => {
    if (chunk === null) end();
    return true;
  };
  request.resume();
  if (response.headersSent) {
    end();
    return;
  }
  const { body, headers } = refusalOf(request, why);
  response.shouldKeepAlive = false;
  response.writeHead(why.status, headers);
  response.write(body);
}

function tooLarge(bytesMax: number): WhyNot {
  const megabytes = bytesMax / MB;
  return {
    status: 413,
    error: "payload_too_large",
    message: `This is larger than ${megabytes} MB, so it was not taken and nothing was changed. Go back and send less, or a smaller file.`,
    french: `C’est plus de ${megabytes} Mo : rien n’a été pris ni changé. Revenez en arrière et envoyez moins, ou un fichier plus petit.`,
  };
}

const incomplete: WhyNot = {
  status: 400,
  message: "This form came in part only, so nothing was changed. Go back and send it again.",
  french: "Ce formulaire n’est arrivé qu’en partie : rien n’a changé. Revenez en arrière et renvoyez-le.",
};

const busy: WhyNot = {
  status: 503,
  headers: { "retry-after": "10" },
  message:
    "Many files are being sent right now. Nothing was changed; go back and send yours again in a moment.",
  french:
    "Beaucoup de fichiers arrivent en ce moment. Rien n’a été changé ; renvoyez le vôtre dans un instant.",
};
