"""Categories, comments and intervals of work. E 2."""

from .forms import CATEGORIES, COMMENTS_AND_WORK, SCHEMA_MISMATCH, form_code
from .history import DUPLICATE_CREATE, UNKNOWN_ACTION
from .people import INVALID_REF, KEY_REVOKED, PERMISSION_DENIED
from .tasks import certifies
from .times import moment

MAKERS = {"CREATE_CATEGORY", "ADD_COMMENT", "START_WORK"}
DELETIONS = {"DELETE_CATEGORY", "DELETE_COMMENT", "DELETE_WORK"}


def thing(node):
    """What a node is about: its kind and id."""
    for kind in ("category", "comment", "work"):
        if id := node.fields.get(kind + "Id"):
            return kind, id.lower()
    raise ValueError(node.action)


class Organisation:
    """What the nodes of the family amount to."""

    def __init__(self, log, people, effective):
        """Goes through the reduction."""
        self.log, self.people, self.effective = log, people, effective
        self.codes, self.things = {}, {}
        remaining = [node for node in self.taking_part() if self.is_unspoiled(node)]
        self.makers = self.find_makers(remaining)
        self.authorities = effective.judge_categories(self)
        for node in remaining:
            if code := self.code(node):
                self.codes[node] = code
            else:
                self.apply(node)

    def taking_part(self):
        """The nodes that stage 3 accepts and that are in Keep, or that are void."""
        for node in self.log.with_action(*CATEGORIES, *COMMENTS_AND_WORK):
            if node.task is None or node in self.effective.codes:
                yield node
                continue
            history = self.effective.histories[node.task]
            is_rejected = history.codes.get(node, UNKNOWN_ACTION) != UNKNOWN_ACTION
            if not is_rejected and history.keep & node.bit:
                yield node

    def is_unspoiled(self, node):
        """Whether form, key and the effective view leave a node; notes its code."""
        code = form_code(node) or self.effective.codes.get(node)
        if not code and self.people.is_cut_off(node):
            code = KEY_REVOKED
        if code:
            self.codes[node] = code
        return not code

    def find_makers(self, nodes):
        """The node that makes each thing."""
        makers = {}
        for node in nodes:
            if node.action in MAKERS:
                makers.setdefault(thing(node), []).append(node)
        return {about: self.maker(about, made) for about, made in makers.items()}

    def maker(self, about, nodes):
        """The first that certifies the id, else the first."""
        certifying = [n for n in nodes if certifies(n, *about, n.fields.get("nonce"))]
        return (certifying or nodes)[0]

    def code(self, node):
        """The code of a node, among those before it; None without."""
        about = thing(node)
        maker = self.makers.get(about)
        if maker is None or maker.task != node.task:
            return INVALID_REF
        if node.action in MAKERS:
            return None if node is maker else DUPLICATE_CREATE
        if maker.index > node.index:
            return INVALID_REF
        state = self.things[about]
        if node.action == "STOP_WORK":
            end = node.fields.get("at", node.wall)
            if moment(end) < moment(maker.fields.get("at", maker.wall)):
                return SCHEMA_MISMATCH
            if state["end"] is not None:
                return DUPLICATE_CREATE
        return None if self.is_permitted(node, maker) else PERMISSION_DENIED

    def is_permitted(self, node, maker):
        """Whether the author may do this."""
        if node.task is None:
            return self.authorities[thing(node)[1]].is_effective(node)
        principal = self.people.principal(node.author)
        return principal == self.people.principal(maker.author) or (
            node.action in DELETIONS and principal == self.effective.owners[node.task]
        )

    def apply(self, node):
        """Applies a node that is not void."""
        about = thing(node)
        if node.action in MAKERS:
            self.things[about] = self.made(node)
            return
        state = self.things[about]
        if node.action in DELETIONS:
            state["is_deleted"] = True
            return
        match node.action:
            case "UPDATE_CATEGORY":
                for name in ("name", "color", "parentCategory"):
                    state[name] = node.fields.get(name, state[name])
                if "parentCategory" in node.fields:
                    state["parentCategory"] = lower(node.fields["parentCategory"])
                state["lastUpdated"] = node.wall
            case "EDIT_COMMENT":
                state["text"], state["edited"] = node.fields["text"], node.wall
            case "STOP_WORK":
                state["end"] = node.fields.get("at", node.wall)
            case "EDIT_WORK":
                for name in ("start", "end"):
                    state[name] = node.fields.get(name, state[name])

    def made(self, node):
        """A new category, comment or interval."""
        kind, id = thing(node)
        fields, principal = node.fields, self.people.principal(node.author)
        state = {"id": id, "is_deleted": False}
        if kind == "category":
            return state | {
                "name": fields["name"],
                "color": fields["color"],
                "parentCategory": lower(fields.get("parentCategory")),
                "owner": principal,
                "created": node.wall,
                "lastUpdated": node.wall,
            }
        state |= {"taskId": node.task, "author": principal}
        if kind == "comment":
            return state | {
                "text": fields["text"],
                "created": node.wall,
                "edited": None,
            }
        return state | {"start": fields.get("at", node.wall), "end": None}

    def state(self):
        """The canonical state."""
        live = {"category": [], "comment": [], "work": []}
        for (kind, _), state in self.things.items():
            if not state["is_deleted"]:
                shown = {n: v for n, v in state.items() if n != "is_deleted"}
                live[kind].append(shown)
        return {
            "categories": sorted(live["category"], key=lambda c: c["id"]),
            "comments": live["comment"],
            "work": live["work"],
        }


def lower(text):
    """A UUID as it is printed; null stays."""
    return text and text.lower()
