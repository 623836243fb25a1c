import { shareRoute } from "../../../sharing/share-route";
import { findStore } from "../../../sharing/shared";

export const GET = shareRoute(findStore);
