"""Four short essays for the demo. They were invented for this project; no learner wrote them.

Each writer has one exaggerated habit, so that a reader can check the edits against it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Essay:
    """An invented essay, its writer, and the habit that it shows."""

    writer: str
    habit: str
    text: str


ESSAYS = (
    Essay(
        "Ana",
        "leaves articles out",
        "My family lives in small town on border of two countries. In center of town there is old "
        "church and museum. Every year many people come to city for first week of summer. My "
        "father works for government, and he is member of local council. In future I will be "
        "president of large company. It was one of most important decisions in my life.",
    ),
    Essay(
        "Boris",
        "chooses the wrong preposition",
        "I was born at 1998 and I grew up at the United States. On the beginning of the year I "
        "was afraid from the other students. My mother was proud for me because I was interested "
        "on history. Everyone is responsible of his own work. The result depends of the number "
        "from people who take part at the war against hunger. I agree to her.",
    ),
    Essay(
        "Chidi",
        "does not make verbs agree",
        "My brother work in the city, and he have a large house. The children has been in school "
        "for two years. Many people believes that the government are responsible for this. She "
        "do not know what we wants to do. There is many problems in the world today. It were one "
        "of the first cities that was built in this state.",
    ),
    Essay(
        "Dara",
        "puts the where nothing belongs",
        "I believe in the God and in the our future. In the recent years the many people came to "
        "the America. We need the better schools and the more jobs for the all Americans. The "
        "peace is very important for the my family and for the our friends. The most of us live "
        "in a city at the present.",
    ),
)
