/** All tests of the page, in one browser on one server. */
import { after, before } from "node:test";
import { close, open } from "./visits";
import "./count";
import "./explore";
import "./laws";
import "./learn";
import "./page";
import "./play";
import "./watch";

before(open);
after(close);
