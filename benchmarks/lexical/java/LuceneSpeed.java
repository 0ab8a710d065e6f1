import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;

/**
 * Lucene without Anserini around it, timed as benchmarks/lexical/engines.py times the others.
 *
 * <p>LuceneSpeed index|search TEXTS QUERIES FOLDER; prints one line of JSON.
 */
public class LuceneSpeed {
  static final int[] DEPTHS = {100, 1000};
  static final int[] THREADS = {1, 2};
  static final int WARM_UPS = 4;
  static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  interface Answer {
    int count(Query query) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    System.out.println(
        args[0].equals("index")
            ? index(Path.of(args[1]), Path.of(args[3]))
            : search(Path.of(args[2]), Path.of(args[3])));
  }

  static String index(Path texts, Path folder) throws Exception {
    long began = System.nanoTime();
    long used = SYSTEM.getProcessCpuTime();
    var config = new IndexWriterConfig(new WhitespaceAnalyzer());
    config.setRAMBufferSizeMB(256);
    var type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.setTokenized(true);
    type.freeze();
    try (var writer = new IndexWriter(FSDirectory.open(folder), config);
        BufferedReader lines = Files.newBufferedReader(texts)) {
      List<Callable<Integer>> work = new ArrayList<>();
      for (int thread = 0; thread < 2; thread++) {
        work.add(() -> add(lines, writer, type));
      }
      inParallel(work, 2);
      writer.forceMerge(1);
      writer.commit();
    }
    double wall = (System.nanoTime() - began) / 1e9;
    return String.format(
        "{\"wall_s\": %f, \"cpu_s\": %f}", wall, (SYSTEM.getProcessCpuTime() - used) / 1e9);
  }

  static int add(BufferedReader lines, IndexWriter writer, FieldType type) throws Exception {
    while (true) {
      List<String> some = new ArrayList<>();
      synchronized (lines) {
        for (String line; some.size() < 1000 && (line = lines.readLine()) != null; ) {
          some.add(line);
        }
      }
      if (some.isEmpty()) {
        return 0;
      }
      for (String text : some) {
        var document = new Document();
        document.add(new Field("body", text, type));
        writer.addDocument(document);
      }
    }
  }

  static String search(Path queries, Path folder) throws Exception {
    long began = System.nanoTime();
    var reader = DirectoryReader.open(FSDirectory.open(folder));
    var searcher = new IndexSearcher(reader);
    searcher.setSimilarity(new BM25Similarity(0.82f, 0.68f));
    double open = (System.nanoTime() - began) / 1e9;
    List<Query> asked = new ArrayList<>();
    for (String line : Files.readAllLines(queries)) {
      asked.add(query(line));
    }
    List<String> rows = new ArrayList<>();
    for (int k : DEPTHS) {
      Answer skipping = query -> searcher.search(query, k).scoreDocs.length;
      Answer exhaustive =
          query ->
              searcher.search(
                      query, TopScoreDocCollector.createSharedManager(k, null, Integer.MAX_VALUE))
                  .scoreDocs
                  .length;
      for (int threads : THREADS) {
        rows.add(timed("block-max WAND", k, threads, asked, skipping));
        rows.add(timed("exhaustive", k, threads, asked, exhaustive));
      }
    }
    return "{\"open_s\": " + open + ", \"rows\": [" + String.join(", ", rows) + "]}";
  }

  static Query query(String line) {
    var made = new BooleanQuery.Builder();
    for (String term : line.split(" ")) {
      made.add(new TermQuery(new Term("body", term)), BooleanClause.Occur.SHOULD);
    }
    return made.build();
  }

  static String timed(String mode, int k, int threads, List<Query> queries, Answer answer)
      throws Exception {
    for (int round = 0; round < WARM_UPS; round++) {
      run(threads, queries, answer);
    }
    long began = System.nanoTime();
    long used = SYSTEM.getProcessCpuTime();
    int found = run(threads, queries, answer);
    double wall = (System.nanoTime() - began) / 1e9;
    double cpu = (SYSTEM.getProcessCpuTime() - used) / 1e9;
    return String.format(
        "{\"mode\": \"%s\", \"k\": %d, \"n_threads\": %d, \"wall_s\": %f, \"cpu_s\": %f,"
            + " \"n_found\": %d}",
        mode, k, threads, wall, cpu, found);
  }

  static int run(int threads, List<Query> queries, Answer answer) throws Exception {
    int share = (queries.size() + threads - 1) / threads;
    List<Callable<Integer>> work = new ArrayList<>();
    for (int begin = 0; begin < queries.size(); begin += share) {
      var some = queries.subList(begin, Math.min(begin + share, queries.size()));
      work.add(
          () -> {
            int found = 0;
            for (Query query : some) {
              found += answer.count(query);
            }
            return found;
          });
    }
    return inParallel(work, threads);
  }

  static int inParallel(List<Callable<Integer>> work, int threads) throws Exception {
    var pool = Executors.newFixedThreadPool(threads);
    try {
      int sum = 0;
      for (Future<Integer> each : pool.invokeAll(work)) {
        sum += each.get();
      }
      return sum;
    } finally {
      pool.shutdown();
    }
  }
}
