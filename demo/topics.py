"""Questions that people ask about Python, and where its own documentation answers them."""

from __future__ import annotations

from typing import NamedTuple


class DemoTopic(NamedTuple):
    """A question as somebody types it, and what its author knows about the answers.

    Attributes:
        query_id: one word.
        query: what is typed.
        description: the same need in a sentence.
        known: the place of the collection that a search for an answer should find.
        answers: other places that answer at least a part of it; with a star at the end,
            every place that begins so.
        about: places that are about the same matter, written like `answers`.
        narrative: what counts as an answer, where that is not plain.
    """

    query_id: str
    query: str
    description: str
    known: str
    answers: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    narrative: str = ""


TOPICS = (
    DemoTopic(
        "read-csv",
        "how do i read a csv file",
        "Which object reads a CSV file row by row, and how is it used?",
        known="csv.reader",
        answers=("csv",),
        about=("csv.*",),
        narrative="Writing CSV or guessing a file's dialect is about the matter, not an answer.",
    ),
    DemoTopic(
        "json-string",
        "how to convert a python object to a json string",
        "Which function turns lists, dicts and numbers into JSON text?",
        known="json.dumps",
        answers=("json.encoder.JSONEncoder", "json.encoder.JSONEncoder.encode", "json"),
        about=("json.*",),
    ),
    DemoTopic(
        "parse-date",
        "parse a date from a string",
        "How does a text such as 2024-05-01 become a date or datetime?",
        known="datetime.datetime.strptime",
        answers=(
            "datetime.date.fromisoformat",
            "datetime.datetime.fromisoformat",
            "time.strptime",
            "datetime.time.fromisoformat",
        ),
        about=("datetime.*", "time.*", "http.cookiejar.*2time"),
        narrative="Formatting a date is the other way round and no answer.",
    ),
    DemoTopic(
        "yield-keyword",
        "what does the yield keyword do",
        "What happens when a function contains yield, and what does calling it return?",
        known="topic-yield",
        about=(
            "topic-types*",
            "collections.abc.Generator*",
            "inspect.isgenerator*",
            "inspect.getgenerator*",
        ),
    ),
    DemoTopic(
        "command-output",
        "how do i run a shell command and capture its output",
        "How does a program start another one and get what that prints?",
        known="subprocess.run",
        answers=("subprocess.check_output", "subprocess.getoutput", "subprocess.getstatusoutput"),
        about=("subprocess*", "os.system", "asyncio.subprocess*"),
    ),
    DemoTopic(
        "copy-tree",
        "how to copy a whole directory tree",
        "Which function copies a folder with everything in it?",
        known="shutil.copytree",
        about=("shutil.*", "os.walk", "os.fwalk"),
        narrative="Copying single files or only walking through a folder is not enough.",
    ),
    DemoTopic(
        "sort-dicts",
        "sort a list of dictionaries by a key",
        "How can a list of dicts be ordered by the value of one of their keys?",
        known="sorted",
        answers=("list.sort", "operator.itemgetter", "topic-typesseq.lists"),
        about=("functools.cmp_to_key", "bisect.*", "topic-dict"),
        narrative="An answer says how a key decides the order; for dicts or for any list.",
    ),
    DemoTopic(
        "join-path",
        "how do i join path components",
        "How is a path made of folder and file names?",
        known="os.path.join",
        answers=("pathlib.PurePath.joinpath", "pathlib.PurePath", "pathlib.Path"),
        about=("os.path*", "pathlib.*", "urllib.parse.urljoin"),
    ),
    DemoTopic(
        "time-snippet",
        "how can i measure how long a small piece of code takes",
        "What measures the running time of a few lines?",
        known="timeit.Timer",
        answers=("timeit*", "time.perf_counter", "time.process_time"),
        about=("cProfile*", "profile*", "time.*"),
    ),
    DemoTopic(
        "temporary-file",
        "how do i create a temporary file that is deleted automatically",
        "Which object is a temporary file that goes away when it is closed?",
        known="tempfile.NamedTemporaryFile",
        answers=("tempfile.TemporaryFile", "tempfile"),
        about=("tempfile.*",),
    ),
    DemoTopic(
        "is-or-equal",
        "what is the difference between is and ==",
        "When do two things compare equal, and when are they the same object?",
        known="topic-comparisons.identity-comparisons",
        answers=("topic-comparisons.value-comparisons", "topic-objects", "id"),
        about=("topic-comparisons", "unittest.case.TestCase.assertIs*", "topic-operator-summary"),
    ),
    DemoTopic(
        "default-arguments",
        "why does a default argument keep its value between calls",
        "When is the default value of a parameter evaluated, and what if it is a list?",
        known="topic-function",
        about=("topic-function", "topic-calls", "inspect.Parameter*"),
    ),
    DemoTopic(
        "count-words",
        "how do i count how often each word occurs",
        "Which container counts equal things, such as the words of a text?",
        known="collections.Counter",
        answers=("collections.Counter.*",),
        about=("str.count", "list.count", "collections.defaultdict", "topic-string-methods"),
    ),
    DemoTopic(
        "split-string",
        "split a string into words",
        "How does a text become the list of its words?",
        known="str.split",
        answers=("topic-string-methods", "shlex.split", "re.split", "str.rsplit"),
        about=("str.*", "re.*", "shlex.*", "textwrap.*"),
    ),
    DemoTopic(
        "only-digits",
        "how to check whether a string contains only digits",
        "How can one tell that every character of a text is a digit?",
        known="str.isdigit",
        answers=("str.isdecimal", "str.isnumeric", "topic-string-methods"),
        about=("str.is*", "bytearray.is*", "re.*"),
    ),
    DemoTopic(
        "download-file",
        "download a file from a url",
        "How is a file on the web saved to disk or read into memory?",
        known="urllib.request.urlretrieve",
        answers=("urllib.request.urlopen", "urllib.request", "urllib.request.URLopener.retrieve"),
        about=("urllib.*", "http.client*", "ftplib*"),
    ),
    DemoTopic(
        "command-line",
        "how to parse command line arguments",
        "What reads the options and arguments of a script?",
        known="argparse",
        answers=("getopt", "getopt.*", "optparse", "argparse.ArgumentParser"),
        about=("argparse.*", "optparse.*", "sys"),
    ),
    DemoTopic(
        "log-to-file",
        "how to write log messages to a file",
        "How are the messages of the logging module kept in a file?",
        known="logging.FileHandler",
        answers=("logging.basicConfig", "logging.handlers.*FileHandler*", "logging.FileHandler.*"),
        about=("logging*", "http.server.*log_*"),
        narrative="Logs of special programs, such as a web server's, are about the matter only.",
    ),
    DemoTopic(
        "wait-thread",
        "how do i start a thread and wait for it to finish",
        "How is a function run in another thread, and how does one wait for its end?",
        known="threading.Thread.join",
        answers=("threading.Thread.start", "threading.Thread", "threading.Thread.__init__"),
        about=("threading.*", "concurrent.futures*"),
        narrative="An answer says how to start a thread or how to wait for one; not for a lock.",
    ),
    DemoTopic(
        "process-pool",
        "run a function in parallel on several processes",
        "What spreads calls of a function over several processor cores?",
        known="multiprocessing.pool.Pool",
        answers=(
            "multiprocessing.pool.Pool.*",
            "concurrent.futures.process.ProcessPoolExecutor*",
        ),
        about=("multiprocessing*", "concurrent.futures*", "asyncio.*executor*"),
    ),
    DemoTopic(
        "for-else",
        "what does the else clause of a for loop do",
        "When is the block after else executed if it belongs to a loop?",
        known="topic-for",
        answers=("topic-while", "topic-break"),
        about=("topic-continue", "topic-else", "topic-try.else-clause"),
    ),
    DemoTopic(
        "finally-clause",
        "is finally executed when the function returns",
        "When does a finally block run, and what happens to a return in it?",
        known="topic-try.finally-clause",
        answers=("topic-return", "topic-break", "topic-continue"),
        about=("topic-try*", "topic-exceptions", "topic-with", "contextlib.*"),
    ),
    DemoTopic(
        "read-zip",
        "how to read files from a zip archive",
        "How does one list, open or unpack what lies in a ZIP file?",
        known="zipfile.ZipFile.open",
        answers=(
            "zipfile.ZipFile",
            "zipfile.ZipFile.extract*",
            "zipfile.ZipFile.namelist",
            "zipfile.Path",
            "shutil.unpack_archive",
        ),
        about=("zipfile*", "zipimport*", "tarfile*", "shutil.*archive*"),
    ),
    DemoTopic(
        "random-sample",
        "pick several random elements from a list without repetition",
        "What draws some items of a list so that none comes twice?",
        known="random.Random.sample",
        answers=("random",),
        about=("random.*", "secrets*"),
        narrative="Drawing with replacement is about the matter only.",
    ),
    DemoTopic(
        "secure-token",
        "generate a secure random token for a password reset link",
        "What makes a text that nobody can guess?",
        known="secrets.token_urlsafe",
        answers=("secrets", "secrets.token_hex", "secrets.token_bytes"),
        about=("random.SystemRandom*", "os.urandom", "os.getrandom", "uuid.*", "secrets.*"),
    ),
    DemoTopic(
        "round-number",
        "how to round a number to two decimals",
        "What gives a number with two digits after the point?",
        known="round",
        answers=("decimal.Decimal.quantize", "decimal.Context.quantize", "topic-formatstrings"),
        about=("decimal.*", "math.*", "topic-numbers", "topic-floating"),
    ),
    DemoTopic(
        "exact-decimals",
        "exact decimal arithmetic for amounts of money",
        "Which numbers add 0.1 and 0.2 without an error?",
        known="decimal",
        answers=("decimal.Decimal.from_float", "fractions.Fraction"),
        about=("decimal.*", "fractions*", "locale.currency"),
    ),
    DemoTopic(
        "median",
        "median of a list of numbers",
        "Which function gives the middle value of some data?",
        known="statistics.median",
        answers=("statistics.median_*", "statistics"),
        about=("statistics.*",),
    ),
    DemoTopic(
        "cache-results",
        "how to remember the results of an expensive function",
        "What stores results so that a call with the same arguments is quick?",
        known="functools.lru_cache",
        answers=("functools.cache",),
        about=("functools.*",),
    ),
    DemoTopic(
        "compare-files",
        "how to compare two text files and show the differences",
        "What prints which lines were added, removed or changed?",
        known="difflib.unified_diff",
        answers=("difflib.Differ*", "difflib.ndiff", "difflib.context_diff", "difflib.HtmlDiff*"),
        about=("difflib*", "filecmp*"),
        narrative="Whether two files are equal, without showing where, is only about the matter.",
    ),
    DemoTopic(
        "wrap-text",
        "how to wrap long text to a given width",
        "What breaks a paragraph into lines of limited length?",
        known="textwrap.wrap",
        answers=("textwrap.fill", "textwrap.TextWrapper", "textwrap.TextWrapper.wrap"),
        about=("textwrap*", "pprint*"),
    ),
    DemoTopic(
        "parallel-lists",
        "loop over two lists at the same time",
        "What gives the items of several lists in pairs?",
        known="zip",
        answers=("itertools.zip_longest", "map"),
        about=("itertools.*", "enumerate", "topic-for"),
    ),
    DemoTopic(
        "file-size",
        "get the size of a file in bytes",
        "How does one ask how large a file on disk is?",
        known="os.path.getsize",
        answers=("os.stat", "pathlib.Path.stat", "os.stat_result"),
        about=("os.path.get*", "os.*stat*", "os.*truncate*", "shutil.disk_usage", "stat*"),
    ),
    DemoTopic(
        "walk-folders",
        "list all files in a folder and its subfolders",
        "How does one visit every file below a folder?",
        known="os.walk",
        answers=("os.fwalk", "glob.glob", "glob.iglob", "pathlib.Path.rglob", "pathlib.Path.glob"),
        about=("os.listdir", "os.scandir", "pathlib.Path.iterdir", "glob*", "os.path*"),
    ),
    DemoTopic(
        "await-several",
        "how to run several coroutines at the same time and wait for all",
        "What runs many coroutines concurrently and collects their results?",
        known="asyncio.tasks.gather",
        answers=("asyncio.tasks.wait", "asyncio.tasks.as_completed"),
        about=("asyncio.tasks.*", "asyncio.runners.*", "asyncio.locks.*", "concurrent.futures*"),
    ),
    DemoTopic(
        "metaclass",
        "what are metaclasses good for",
        "What is the class of a class, and what can be done with one?",
        known="topic-specialnames.uses-for-metaclasses",
        answers=("topic-specialnames.metaclasses",),
        about=("topic-specialnames.*", "type", "abc.*", "topic-class", "types.prepare_class"),
    ),
    DemoTopic(
        "pretty-print",
        "how do i print a nested dictionary so that it is readable",
        "What prints deep data over several indented lines?",
        known="pprint",
        answers=("pprint.*", "json", "json.dumps"),
        about=("pdb.Pdb.do_pp", "reprlib*", "topic-debugger"),
    ),
    DemoTopic(
        "sorted-insert",
        "find a position in a sorted list by binary search",
        "What tells where a value belongs in a list that is in order?",
        known="bisect.bisect_left",
        answers=("bisect.*",),
        about=("heapq*", "list.index"),
    ),
    DemoTopic(
        "priority-queue",
        "how to make a priority queue",
        "Which structure always gives the smallest item first?",
        known="heapq",
        answers=("queue.PriorityQueue", "asyncio.queues.PriorityQueue", "heapq.heap*"),
        about=("heapq.*", "queue.*", "sched*", "asyncio.queues.*"),
    ),
    DemoTopic(
        "base64-encode",
        "how to encode binary data as base64",
        "What turns bytes into text that survives mail and URLs?",
        known="base64.b64encode",
        answers=("base64.*encode*",),
        about=("base64*", "email.*base64*"),
    ),
)
